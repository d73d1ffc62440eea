import { access } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import type { JWK } from 'jose';
import { readSettings, readVariable, type Values } from './env.ts';
import { ConfigError } from './parsers.ts';
import { readProjectFile, type VariableLookup } from './project-file.ts';
import { protocolWarnings } from './protocol-warnings.ts';
import { protocolSettings, type ProtocolSettings } from './protocol.ts';
import { hasSecrets, loadSecrets } from './secrets.ts';
import { findSeeds } from './seed-files.ts';
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
import { readSigningKeys } from './signing-keys.ts';

export { ConfigError, type Environment, type Installation, type VariableLookup };

/** The settings of a backend. `settings.ts` describes those that the environment gives. */
export interface Config extends Omit<Installation, 'dataDir'>, Values<typeof serverSettings> {
  /** Undefined for a server that keeps nothing on disk. */
  readonly dataDir: string | undefined;
  readonly publicUrl: string;
  readonly rateLimitStore: NonNullable<Values<typeof serverSettings>['rateLimitStore']>;
  readonly keys: Keys;
  readonly smtp: Smtp | undefined;
  readonly protocol: ProtocolSettings;
  /** Sentences for the operator about settings that have no effect. */
  readonly warnings: readonly Warning[];
}

export interface Warning {
  /** Where the setting stands: `config.toml`, or the environment. */
  readonly file: string;
  readonly text: string;
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

/** @throws OperatorError for settings with which a server cannot start */
export type BeforeKeys = (settings: Values<typeof serverSettings>) => Promise<void>;

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

/** The private keys that `signing_keys_path` of the project names; undefined when it names none. @throws ConfigError */
function projectKeys({ supabaseDir, protocol }: Pick<Config, 'supabaseDir' | 'protocol'>) {
  const { signing_keys_path: path } = protocol.auth;
  return path === '' ? undefined : readSigningKeys('auth.signing_keys_path', resolve(supabaseDir, path));
}

/** Takes the keys from the environment, those that it lacks from the project, and the rest from the data folder. */
async function readKeys(
  environment: Environment,
  project: Pick<Config, 'supabaseDir' | 'protocol' | 'dataDir'>,
): Promise<Keys> {
  const { dataDir } = project;
  const fromEnvironment = readSettings(keySettings, environment);
  const given = { ...fromEnvironment, signing: fromEnvironment.signing ?? projectKeys(project) };
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

type LimitStore = 'memory' | 'database';

/**
 * Where rate limits are counted. Workers that count for themselves would give each guesser the limits as many times as there
 * are workers. @throws ConfigError
 */
function limitStore(
  { rateLimitStore, workers }: Values<typeof serverSettings>,
  { databaseUrl }: Pick<Installation, 'databaseUrl'>,
): LimitStore {
  if (rateLimitStore === 'memory' && workers > 1)
    throw new ConfigError(
      `${serverSettings.rateLimitStore.name} is memory, and ${serverSettings.workers.name} is ${workers}: each process would count tried passwords for itself. Leave one of the two out.`,
    );
  return rateLimitStore ?? (databaseUrl !== undefined || workers > 1 ? 'database' : 'memory');
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

function readProtocol(parsed: unknown) {
  const protocol = protocolSettings(parsed);
  return { protocol, warnings: protocolWarnings(parsed, protocol) };
}

/** Names the patterns of `sql_paths` without a file. A project without any seed need not say so. */
async function seedWarnings(supabaseDir: string, { db }: ProtocolSettings): Promise<readonly string[]> {
  const { unmatched } = await findSeeds(supabaseDir, db.seed);
  return unmatched
    .filter((pattern) => pattern !== './seed.sql')
    .map((pattern) => `db.seed.sql_paths: no file matches “${pattern}”, so it seeds nothing`);
}

/** The folder that the server keeps data in; undefined when database and store keep all of it and no DATA_DIR is set. */
function dataFolder({ databaseUrl, objectStore, dataDir }: Installation, environment: Environment) {
  const keepsNothing = databaseUrl !== undefined && objectStore !== undefined && !environment.DATA_DIR;
  return keepsNothing ? undefined : dataDir;
}

/**
 * Makes the configuration from the environment, `config.toml` and the secrets of the data folder.
 * @param variable looks up the variables that `config.toml` names as `env(NAME)`
 * @param beforeKeys checks what a first start needs before it makes the data folder and the keys in it
 * @throws ConfigError with a sentence for the operator
 */
export async function loadConfig(
  environment: Environment,
  variable: VariableLookup = readVariable,
  beforeKeys?: BeforeKeys,
): Promise<Config> {
  const installation = findInstallation(environment);
  await checkProjectFolder(installation.supabaseDir);
  const server = readSettings(serverSettings, environment);
  const { databaseAuthenticatorUrl } = serverSettings;
  requireDatabaseUrl(installation, databaseAuthenticatorUrl.name, server.databaseAuthenticatorUrl);
  const rateLimitStore = limitStore(server, installation);
  const { host, ...smtp } = readSettings(smtpSettings, environment);
  const publicHost = ['0.0.0.0', '::'].includes(server.host) ? 'localhost' : server.host;
  const publicUrl = server.publicUrl ?? `http://${publicHost}:${server.port}`;
  const { supabaseDir } = installation;
  const { protocol, warnings } = await readProjectFile(supabaseDir, readProtocol, variable);
  const settings = {
    ...installation,
    dataDir: dataFolder(installation, environment),
    ...server,
    publicUrl,
    rateLimitStore,
    smtp: host === undefined ? undefined : { host, ...smtp },
    protocol,
    warnings: [...warnings, ...(await seedWarnings(supabaseDir, protocol))].map((text) => ({
      file: 'config.toml',
      text,
    })),
  };
  // Last, because it creates the data folder: a mistyped setting leaves nothing behind.
  if (beforeKeys && settings.dataDir !== undefined && !hasSecrets(settings.dataDir))
    await beforeKeys(settings);
  return { ...settings, keys: await readKeys(environment, settings) };
}
