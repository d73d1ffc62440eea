import { access, readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { JWK } from 'jose';
import { parse as parseToml } from 'smol-toml';
import { readSettings, readVariable, type Values } from './env.ts';
import { ConfigError } from './parsers.ts';
import { protocolWarnings } from './protocol-warnings.ts';
import { protocolSettings, type ProtocolSettings } from './protocol.ts';
import { loadSecrets } from './secrets.ts';
import {
  backupStoreSettings,
  installationSettings,
  keySettings,
  objectStoreSettings,
  serverSettings,
  smtpSettings,
  type Environment,
  type Installation,
  type ObjectStoreSettings,
} from './settings.ts';

export { ConfigError, type Environment, type Installation };

/** The settings of a backend. `settings.ts` describes those that the environment gives. */
export interface Config extends Omit<Installation, 'dataDir'>, Values<typeof serverSettings> {
  /** Undefined for a server that keeps nothing on disk. */
  readonly dataDir: string | undefined;
  readonly publicUrl: string;
  readonly rateLimitStore: NonNullable<Values<typeof serverSettings>['rateLimitStore']>;
  readonly keys: Keys;
  readonly smtp: Smtp | undefined;
  readonly protocol: ProtocolSettings;
  /** Sentences for the operator about keys of `config.toml` that the server does not support. */
  readonly warnings: readonly string[];
}

export interface Keys {
  readonly publishable: string;
  readonly secret: string;
  /** Private JWKs. The first signs, all verify. */
  readonly signing: readonly JWK[];
  readonly legacyJwtSecret: string | undefined;
}

export interface Smtp extends Values<typeof smtpSettings> {
  readonly host: string;
}

/** The parts of a project folder as the Supabase CLI lays it out, each optional. */
const parts = ['config.toml', 'migrations', 'functions', 'seed.sql'];

/** Checks that a folder holds a project before a database is made from it. @throws ConfigError */
async function checkProjectFolder(supabaseDir: string): Promise<void> {
  const found = await Promise.allSettled(parts.map((part) => access(join(supabaseDir, part))));
  if (found.some(({ status }) => status === 'fulfilled')) return;
  throw new ConfigError(
    `SUPABASE_DIR is “${supabaseDir}”, which holds no project: neither config.toml nor migrations. Set it to the project's supabase folder.`,
  );
}

/** Looks an environment variable up; undefined when it is not set. */
export type VariableLookup = (name: string) => string | undefined;

/**
 * Puts environment variables in place of the texts `env(NAME)` of a parsed `config.toml`, as the Supabase CLI does. The
 * text of a variable that is not set stays as it is; the check of the value reports it.
 */
function resolveVariables(value: unknown, lookup: VariableLookup): unknown {
  if (typeof value === 'string') {
    const name = /^env\(([A-Za-z_][A-Za-z0-9_]*)\)$/.exec(value)?.[1];
    return (name !== undefined && lookup(name)) || value;
  }
  if (Array.isArray(value)) return value.map((entry) => resolveVariables(entry, lookup));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveVariables(entry, lookup)]),
  );
}

async function readToml(supabaseDir: string, variable: VariableLookup) {
  const text = await readFile(join(supabaseDir, 'config.toml'), 'utf8').catch(() => '');
  try {
    const parsed = resolveVariables(parseToml(text), variable);
    const protocol = protocolSettings(parsed);
    return { protocol, warnings: protocolWarnings(parsed, protocol) };
  } catch (error) {
    throw new ConfigError(`${join(supabaseDir, 'config.toml')} cannot be used: ${(error as Error).message}`);
  }
}

/** Without a data folder the environment gives every key. @throws ConfigError that names the missing ones */
function givenKeys({ publishable, secret, signing, legacyJwtSecret }: Values<typeof keySettings>): Keys {
  if (publishable !== undefined && secret !== undefined && signing !== undefined)
    return { publishable, secret, signing, legacyJwtSecret };
  const given = { publishable, secret, signing };
  const missing = (Object.keys(given) as (keyof typeof given)[]).filter((key) => given[key] === undefined);
  const names = missing.map((key) => keySettings[key].name).join(', ');
  throw new ConfigError(
    `Without DATA_DIR the server keeps no keys of its own, and these are missing: ${names}. Give every process the same ones; npm run secrets prints a set.`,
  );
}

/** Takes the keys from the environment, and those that it lacks from the data folder. */
async function readKeys(environment: Environment, dataDir: string | undefined): Promise<Keys> {
  const given = readSettings(keySettings, environment);
  if (dataDir === undefined) return givenKeys(given);
  const secrets = await loadSecrets(dataDir);
  return {
    publishable: given.publishable ?? secrets.publishableKey,
    secret: given.secret ?? secrets.secretKey,
    signing: given.signing ?? secrets.signingKeys,
    legacyJwtSecret: given.legacyJwtSecret,
  };
}

/** Where this machine reaches the server, which may listen on all addresses. */
export function localAddress({ host, port }: Pick<Config, 'host' | 'port'>): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${isIP(reached) === 6 ? `[${reached}]` : reached}:${port}`;
}

/** An S3-compatible store; undefined when no setting names one. @throws ConfigError when only some of them are given */
function findStore(
  table: typeof objectStoreSettings | typeof backupStoreSettings,
  environment: Environment,
): ObjectStoreSettings | undefined {
  const { endpoint, bucket, accessKeyId, secretAccessKey, ...rest } = readSettings(table, environment);
  const needed = { endpoint, bucket, accessKeyId, secretAccessKey };
  const missing = (Object.keys(needed) as (keyof typeof needed)[]).filter((key) => needed[key] === undefined);
  if (missing.length === Object.keys(needed).length) return undefined;
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, accessKeyId, secretAccessKey, ...rest };
  const names = missing.map((key) => table[key].name).join(', ');
  throw new ConfigError(`An S3 store needs all of its settings, and these are missing: ${names}.`);
}

/** Refuses a further address of a database that `DATABASE_URL` does not name. @throws ConfigError */
function requireDatabaseUrl(
  { databaseUrl }: Pick<Installation, 'databaseUrl'>,
  name: string,
  further: string | undefined,
): void {
  if (further !== undefined && databaseUrl === undefined)
    throw new ConfigError(`${name} needs ${installationSettings.databaseUrl.name}, which is not set.`);
}

/** Where the installation is. Touches no file. @throws ConfigError */
export function findInstallation(environment: Environment): Installation {
  const installation = readSettings(installationSettings, environment);
  const { databaseDirectUrl } = installationSettings;
  requireDatabaseUrl(installation, databaseDirectUrl.name, installation.databaseDirectUrl);
  return {
    ...installation,
    objectStore: findStore(objectStoreSettings, environment),
    backupStore: findStore(backupStoreSettings, environment),
  };
}

/** The folder that the server keeps data in; undefined when database and store keep all of it and no DATA_DIR is set. */
function dataFolder({ databaseUrl, objectStore, dataDir }: Installation, environment: Environment) {
  const keepsNothing = databaseUrl !== undefined && objectStore !== undefined && !environment.DATA_DIR;
  return keepsNothing ? undefined : dataDir;
}

/**
 * Makes the configuration from the environment, `config.toml` and the secrets of the data folder.
 * @param variable looks up the variables that `config.toml` names as `env(NAME)`
 * @throws ConfigError with a sentence for the operator
 */
export async function loadConfig(
  environment: Environment,
  variable: VariableLookup = readVariable,
): Promise<Config> {
  const installation = findInstallation(environment);
  await checkProjectFolder(installation.supabaseDir);
  const server = readSettings(serverSettings, environment);
  const { databaseAuthenticatorUrl } = serverSettings;
  requireDatabaseUrl(installation, databaseAuthenticatorUrl.name, server.databaseAuthenticatorUrl);
  // Whether several processes may serve the database.
  const isShared = installation.databaseUrl !== undefined || server.workers > 1;
  const { host, ...smtp } = readSettings(smtpSettings, environment);
  const publicHost = ['0.0.0.0', '::'].includes(server.host) ? 'localhost' : server.host;
  const publicUrl = server.publicUrl ?? `http://${publicHost}:${server.port}`;
  const settings = {
    ...installation,
    dataDir: dataFolder(installation, environment),
    ...server,
    publicUrl,
    rateLimitStore: server.rateLimitStore ?? (isShared ? ('database' as const) : ('memory' as const)),
    smtp: host === undefined ? undefined : { host, ...smtp },
    ...(await readToml(installation.supabaseDir, variable)),
  };
  // Last, because it creates the data folder: a mistyped setting leaves nothing behind.
  return { ...settings, keys: await readKeys(environment, settings.dataDir) };
}
