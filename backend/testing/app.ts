import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createApp, type App } from '../app.ts';
import { forwardedAddress } from '../http/client-address.ts';
import type { Config } from '../config/config.ts';
import { createContext } from '../create-context.ts';
import type { Context } from '../service/context.ts';
import { club, type Walker } from './club.ts';
import { createPeople, type Name, type Person } from './people.ts';
import { createProjectDatabase } from './template.ts';
import type { Environment, Project } from './test-project.ts';
import { sendTo } from './send.ts';

/** The context of a server with a data folder. */
export type ContextWithFolder = Context & { readonly config: { readonly dataDir: string } };

export function assertFolder(context: Context): asserts context is ContextWithFolder {
  if (context.config.dataDir === undefined) throw new Error('The server of this test has no data folder.');
}

/** The server on a database and a data folder of its own, without a port. */
export interface TestServer<Rows = object> extends AsyncDisposable {
  readonly app: App;
  readonly context: ContextWithFolder;
  /** Sends a request as nobody: with the publishable key only. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** As `request`, as if over a socket from that address. */
  requestFrom(address: string, path: string, init?: RequestInit): Promise<Response>;
  as(name: Name): Person & Rows;
  /** Sends a request with the secret key. */
  service(path: string, init?: RequestInit): Promise<Response>;
}

/** The parts of the configuration that a test may change. */
export interface TestOptions {
  readonly environment?: Environment;
  readonly config?: (config: Config) => Config;
}

function withKey(init: RequestInit | undefined, key: string): RequestInit {
  const headers = new Headers(init?.headers);
  if (!headers.has('apikey')) headers.set('apikey', key);
  return { ...init, headers };
}

/** @returns sends requests without an account, as if over a socket from an address */
function requester(app: App, { keys, trustedProxies }: Config): TestServer['requestFrom'] {
  return (peer, path, init) => {
    const { headers, ...rest } = withKey(init, keys.publishable);
    const forwarded = new Headers(headers).get('x-forwarded-for') ?? '';
    return sendTo(
      app,
      path,
      { ...rest, ...(headers && { headers }) },
      { address: forwardedAddress(peer, forwarded, trustedProxies) },
    );
  };
}

/** Starts a server on a project. Dispose it at the end (`await using`, or in `afterAll`). */
export async function startServerOn<Rows>(
  project: Project<Rows>,
  options: TestOptions = {},
): Promise<TestServer<Rows>> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-app-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const connection = await createProjectDatabase(project, stack);
  const environment = {
    DATA_DIR: dataDir,
    SUPABASE_DIR: project.folder,
    LOG_LEVEL: 'silent',
    ...(inject('objectStore') && { ...inject('objectStore'), S3_PREFIX: randomUUID() }),
    ...project.environment,
    ...options.environment,
  };
  const { config, options: product } = await project.configure(
    environment,
    options.config ?? ((each) => each),
  );
  const context: Context = stack.use(await createContext(config, product, { connection }));
  assertFolder(context);
  const app = await createApp(context);
  const request = async (path: string, init?: RequestInit): Promise<Response> =>
    sendTo(app, path, withKey(init, config.keys.publishable));
  const people = await createPeople(context, request, project.addRows);
  const resources = stack.move();
  return {
    app,
    context,
    request,
    requestFrom: requester(app, config),
    as: (name) => people[name],
    service: async (path, init) => sendTo(app, path, withKey(init, config.keys.secret)),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** A further server on the database of a test. */
export type TestPeer = Pick<TestServer, 'app' | 'context' | 'requestFrom'> & AsyncDisposable;

/** Starts one more server on the database of another one, as a second process is. Dispose it before that one. */
export async function startPeerOf(server: Pick<TestServer, 'context'>): Promise<TestPeer> {
  await using stack = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-peer-'));
  stack.defer(() => rm(dataDir, { recursive: true, force: true }));
  const [row] = await server.context.db.query<{ database: string }>('select current_database() as database');
  const connection = { host: inject('socketFolder'), user: 'postgres', database: row?.database ?? '' };
  const { config, options } = server.context;
  const context: Context = stack.use(await createContext({ ...config, dataDir }, options, { connection }));
  assertFolder(context);
  const app = await createApp(context);
  const resources = stack.move();
  return {
    app,
    context,
    requestFrom: requester(app, config),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

export type TestApp = TestServer<Walker>;

/** Starts a server for a test of the backend. */
export function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  return startServerOn(club, options);
}
