import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../util/operator-error.ts';
import { accessAsAuthenticator, authenticator, type OwnerAddresses } from './authenticator.ts';
import { openDatabase, type DatabaseAccess, type OwnerAccess, type Queryable } from './database.ts';
import { isSameDatabase, poolsTransactions } from './pooling.ts';

/** Milliseconds to connect. */
const patience = 10_000;
const oldestVersion = 15;

/** Explains error codes of PostgreSQL and the operating system to the operator. */
function reasonOf({ code = '', message }: NodeJS.ErrnoException, { host, port, user, database }: pg.Client) {
  const account = `the account “${user}”`;
  switch (code) {
    case '28P01':
    case '28000':
      return `PostgreSQL refuses ${account}: ${message}. Check its name and password`;
    case '3D000':
      return `there is no database “${database}” on ${host}. Create it, or correct the name`;
    case '42501':
      return `${account} may not connect to “${database}”: ${message}`;
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing listens at ${host}, port ${port}. Is PostgreSQL running there?`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host “${host}” is not known. Check its name`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${host}, port ${port}, cannot be reached. Check the address and the firewall`;
    default:
      return message;
  }
}

function unusable(setting: string, reason: string): OperatorError {
  return new OperatorError(`${setting} cannot be used: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`);
}

function createClient(setting: string, connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: patience });
  } catch {
    // The parser's own message would repeat the password.
    throw unusable(
      setting,
      'it is not in the form postgres://user:password@host:5432/database. Characters such as / and @ in the password are written as %2F and %40',
    );
  }
}

/** Connects once, so that a wrong setting is explained before anything starts. @throws OperatorError */
export async function checkDatabaseUrl(connectionString: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = createClient(setting, connectionString);
  // A connection that ends before PostgreSQL accepted it emits the same error twice.
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    );
    const version = rows[0]?.version ?? 0;
    if (version < oldestVersion)
      throw new Error(`PostgreSQL ${version} runs there; version ${oldestVersion} or later is needed`);
  } catch (error) {
    throw unusable(setting, reasonOf(error as NodeJS.ErrnoException, client));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Checks that the account may set up a new database: since PostgreSQL 15 only the owner of a database may create tables
 * in its schema `public`.
 * @throws OperatorError
 */
async function checkRights(db: Queryable): Promise<void> {
  const [row] = await db.query<{
    account: string;
    database: string;
    fresh: boolean;
    owns: boolean;
    creates: boolean;
  }>(
    `select current_user as account, datname as database, to_regnamespace('platform') is null as fresh,
       rolsuper or pg_has_role(datdba, 'member') as owns, rolsuper or rolcreaterole as creates
     from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
  );
  if (!row?.fresh || (row.owns && row.creates)) return;
  const { account, database, owns, creates } = row;
  const lacking = [!owns && `own the database “${database}”`, !creates && 'create roles'].filter(Boolean);
  const remedies = [
    !owns && `alter database "${database}" owner to "${account}"`,
    !creates && `alter role "${account}" createrole`,
  ].filter(Boolean);
  throw new OperatorError(
    `The account “${account}” of DATABASE_URL must ${lacking.join(' and ')}. Run as an administrator of PostgreSQL: ${remedies.join('; ')};`,
  );
}

type Addresses = Pick<Config, 'databaseDirectUrl' | 'databaseAuthenticatorUrl'> & {
  readonly databaseUrl: string;
};

/** The address for commands of the operator, which need no pooler; undefined for a built-in database. */
export function directAddress({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): string | undefined {
  return databaseDirectUrl ?? databaseUrl;
}

/** Refuses a pooler in transaction mode where sessions are needed. @throws OperatorError */
async function requireSessions({ databaseDirectUrl }: Addresses, direct: pg.ClientConfig): Promise<void> {
  if (!(await poolsTransactions(direct))) return;
  throw new OperatorError(
    databaseDirectUrl === undefined
      ? 'DATABASE_URL leads to a connection pooler in transaction mode, which delivers no notifications. Set DATABASE_DIRECT_URL to the direct address of the same database.'
      : 'DATABASE_DIRECT_URL leads to a connection pooler in transaction mode. Set it to the direct address of the database.',
  );
}

/** Access of API requests: never the owner's, unless the role `authenticator` cannot log in. */
async function callerAccess(
  { databaseAuthenticatorUrl }: Addresses,
  access: OwnerAddresses,
  db: OwnerAccess,
  log: Logger,
): Promise<pg.ClientConfig> {
  if (databaseAuthenticatorUrl !== undefined) {
    await checkDatabaseUrl(databaseAuthenticatorUrl, 'DATABASE_AUTHENTICATOR_URL');
    return parseIntoClientConfig(databaseAuthenticatorUrl);
  }
  return accessAsAuthenticator(db, access).catch((error: Error) => {
    log.warn(
      { reason: error.message },
      `API requests log in as the owner of the database, because its role ${authenticator} cannot log in; set DATABASE_AUTHENTICATOR_URL`,
    );
    return access.owner;
  });
}

/**
 * Reaches the database of `DATABASE_URL`, and checks that a server can work on it.
 * @throws OperatorError
 */
export async function reachExternal(addresses: Addresses, log: Logger): Promise<DatabaseAccess> {
  const { databaseUrl, databaseDirectUrl } = addresses;
  await checkDatabaseUrl(databaseUrl);
  const owner = parseIntoClientConfig(databaseUrl);
  if (databaseDirectUrl !== undefined) await checkDatabaseUrl(databaseDirectUrl, 'DATABASE_DIRECT_URL');
  const direct = parseIntoClientConfig(databaseDirectUrl ?? databaseUrl);
  await requireSessions(addresses, direct);
  // Its own statements go over `owner`, transactions and locks over `direct`.
  await using db = openDatabase({
    owner,
    caller: owner,
    direct,
    preparedStatements: false,
    onError: () => {},
  });
  if (databaseDirectUrl !== undefined && !(await isSameDatabase(db.direct, db)))
    throw new OperatorError('DATABASE_URL and DATABASE_DIRECT_URL lead to two different databases.');
  await checkRights(db.direct);
  return { owner, direct, caller: await callerAccess(addresses, { owner, direct }, db.direct, log) };
}
