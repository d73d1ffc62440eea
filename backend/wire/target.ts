import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parse, stringify, type TomlTable, type TomlValue } from 'smol-toml';
import type { TestProject } from 'vitest/node';
import { clubFolder } from '../testing/club.ts';
import { startOidcServer, type OidcPerson } from '../testing/auth/oidc.ts';
import { freePort } from '../testing/processes.ts';

/** A provider of identities that the suite has started beside the backend. */
export interface WireProvider {
  /** The name that the backend knows it by. */
  readonly name: string;
  /** The people with an account there; `login_hint` says which one sits at the browser. */
  readonly people: readonly OidcPerson[];
  /** The token of an app that signs the last of them in by itself. */
  readonly idToken: string;
}

/** The backend that the suite asks. */
export interface WireTarget {
  /** Where `auth/v1` and the other services are; without a slash at the end. */
  readonly url: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Folder of the messages that the backend could not send; empty for a backend that the suite did not start. */
  readonly outbox: string;
  /** Undefined for a backend that the suite did not start. */
  readonly provider: WireProvider | undefined;
}

declare module 'vitest' {
  interface ProvidedContext {
    readonly wire: WireTarget;
  }
}

const root = resolve(import.meta.dirname, '../..');

/** The suite's changes of the configuration: no limits that one address would reach, and features that are off by default. */
const settings = `
[api]
schemas = ["public", "wire"]

[functions.wire-echo]
verify_jwt = false

[functions.wire-stream]
verify_jwt = false

[auth]
enable_anonymous_sign_ins = true
enable_manual_linking = true
refresh_token_reuse_interval = 0

[auth.email]
max_frequency = "0s"

[auth.sms]
enable_signup = true
enable_confirmations = true
max_frequency = "0s"

[auth.mfa.phone]
enroll_enabled = true
verify_enabled = true

[auth.external.facebook]
enabled = true
client_id = "wire"
secret = "wire"

[auth.saml]
enabled = true

[auth.rate_limit]
sign_in_sign_ups = 100000
token_refresh = 100000
token_verifications = 100000
anonymous_users = 100000
email_sent = 100000
sms_sent = 100000
wrong_passwords = 100000
`;

function isTable(value: TomlValue | undefined): value is TomlTable {
  return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
}

function merge(under: TomlTable, over: TomlTable): TomlTable {
  const merged = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const known = merged[key];
    merged[key] = isTable(known) && isTable(value) ? merge(known, value) : value;
  }
  return merged;
}

/** People whom nobody else knows, so that each test has somebody of its own. */
function newcomer(name: string): OidcPerson {
  return {
    sub: `${name}-${randomUUID()}`,
    email: `${name}-${randomUUID()}@example.com`,
    email_verified: true,
    name,
  };
}

/** A real OpenID Connect server, with what the backend has to be configured with. */
async function startProvider(stack: AsyncDisposableStack, callback: string) {
  const oidc = stack.use(await startOidcServer(callback));
  const people = ['ana', 'berta', 'celia', 'dora'].map(newcomer);
  for (const person of people) oidc.seat(person);
  const { idToken } = await oidc.idToken(people.at(-1)!);
  const { clientId: client_id, secret, issuer: url } = oidc;
  const settings = { auth: { external: { keycloak: { enabled: true, client_id, secret, url } } } };
  return { provider: { name: 'keycloak', people, idToken }, settings };
}

/**
 * Writes the project that the suite needs: that of the tests, with the suite's schema as its last migration, and the suite's
 * functions.
 * @param further settings of `config.toml`
 * @param version the folder of the version whose project and suite it is
 */
export async function writeWireProject(folder: string, further: TomlTable, version = root): Promise<void> {
  const fixture = join(version, 'backend/wire/fixture');
  await cp(join(version, relative(root, clubFolder)), folder, { recursive: true });
  await cp(join(fixture, 'schema.sql'), join(folder, 'migrations', '99991231235959_wire.sql'));
  await cp(join(fixture, 'functions'), join(folder, 'functions'), { recursive: true });
  const file = join(folder, 'config.toml');
  const own = parse(await readFile(file, 'utf8'));
  await writeFile(file, stringify(merge(merge(own, parse(settings)), further)));
}

interface Installation {
  /** Holds `supabase`, and gets the data folder. */
  readonly folder: string;
  readonly port: number;
  /** Beyond what every server of the suite gets. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

export type StartedServer = Omit<WireTarget, 'provider'> & AsyncDisposable;

const forServer = 'WIRE_SERVER_';

/** Settings of the server that the suite starts, from variables such as `WIRE_SERVER_DATABASE_URL`. */
function givenSettings(): Record<string, string | undefined> {
  const given = Object.entries(process.env).filter(([name]) => name.startsWith(forServer));
  return Object.fromEntries(given.map(([name, value]) => [name.slice(forServer.length), value]));
}

/** Starts the product's server on the project in `supabase` of a folder, as an operator does. */
async function startServer({ folder, port, environment }: Installation): Promise<StartedServer> {
  const publishableKey = `sb_publishable_${randomBytes(16).toString('hex')}`;
  const secretKey = `sb_secret_${randomBytes(16).toString('hex')}`;
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      SUPABASE_DIR: join(folder, 'supabase'),
      SUPABASE_PUBLISHABLE_KEY: publishableKey,
      SUPABASE_SECRET_KEY: secretKey,
      LOG_LEVEL: 'error',
      REQUESTS_PER_SECOND: '0',
      ...environment,
    },
  });
  const ended = once(server, 'exit');
  let said = '';
  await new Promise<void>((started, failed) => {
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('is ready: ')) started();
    });
    server.once('exit', (code) => failed(new Error(`The server ended with ${code}: ${said}`)));
  });
  // The tests that follow would fail without a reason.
  const explain = (code: number | null): void =>
    console.error(`The server ended with ${code}: ${said.slice(-4000)}`);
  server.once('exit', explain);
  return {
    url: `http://127.0.0.1:${port}`,
    publishableKey,
    secretKey,
    outbox: join(folder, 'data', 'outbox'),
    async [Symbol.asyncDispose]() {
      server.off('exit', explain);
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function temporaryFolder(stack: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-wire-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Serves another project's folder, unchanged, from an empty data folder that goes when the server ends. */
export async function serveProject(
  project: string,
  environment: Readonly<Record<string, string>>,
): Promise<StartedServer> {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  await cp(project, join(folder, 'supabase'), { recursive: true });
  const server = stack.use(await startServer({ folder, port: await freePort(), environment }));
  const resources = stack.move();
  return { ...server, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/** Starts a server with the suite's additions, on a data folder that goes when it ends. */
async function startProduct(): Promise<WireTarget & AsyncDisposable> {
  await using stack = new AsyncDisposableStack();
  const folder = await temporaryFolder(stack);
  const port = await freePort();
  const callback = `http://127.0.0.1:${port}/auth/v1/callback`;
  const { provider, settings: further } = await startProvider(stack, callback);
  await writeWireProject(join(folder, 'supabase'), further);
  const server = stack.use(await startServer({ folder, port, environment: givenSettings() }));
  const resources = stack.move();
  return { ...server, provider, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

/**
 * Finds the backend for the whole run: the one that `WIRE_URL`, `WIRE_PUBLISHABLE_KEY` and `WIRE_SECRET_KEY` name (a
 * hosted project with the migrations of `backend/testing/project`, settings like the ones above and what is in
 * `fixture/`, for example), or else a server that starts here on that project.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { WIRE_URL: url, WIRE_PUBLISHABLE_KEY: publishableKey, WIRE_SECRET_KEY: secretKey } = process.env;
  if (url && publishableKey && secretKey) {
    project.provide('wire', {
      url: new URL(url).origin,
      publishableKey,
      secretKey,
      outbox: '',
      provider: undefined,
    });
    return undefined;
  }
  const { [Symbol.asyncDispose]: stop, ...target } = await startProduct();
  project.provide('wire', target);
  return async () => stop();
}
