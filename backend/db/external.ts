import pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { OperatorError } from '../util/operator-error.ts';
import { readAddress, unusable } from './address.ts';
import { accessAsAuthenticator, authenticator, type OwnerAddresses } from './authenticator.ts';
import { openDatabase, type DatabaseAccess, type OwnerAccess, type Queryable } from './database.ts';
import { isSameDatabase, poolsTransactions } from './pooling.ts';
import { explainConnection } from './unreachable.ts';

const timeoutMs = 10_000;
const oldestVersion = 15;

/**
 * Connects once, so that a wrong address is explained before anything starts.
 * @param setting that holds the address, for messages
 * @param log takes a warning about an address that is open to the network
 * @returns the access that the address gives
 * @throws OperatorError
 */
export async function reachAddress(setting: string, text: string, log?: Logger): Promise<pg.ClientConfig> {
  const { access, warning } = readAddress(setting, text);
  const client = new pg.Client({ ...access, connectionTimeoutMillis: timeoutMs });
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
    throw unusable(setting, explainConnection(error as NodeJS.ErrnoException, client, access.ssl));
  } finally {
    await client.end().catch(() => undefined);
  }
  if (warning !== undefined) log?.warn(warning);
  return access;
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

/**
 * Reaches the database for a command of the operator, which needs no pooler.
 * @returns undefined for a built-in database
 * @throws OperatorError
 */
export async function reachDirect({
  databaseUrl,
  databaseDirectUrl,
}: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>): Promise<pg.ClientConfig | undefined> {
  if (databaseDirectUrl !== undefined) return reachAddress('DATABASE_DIRECT_URL', databaseDirectUrl);
  if (databaseUrl !== undefined) return reachAddress('DATABASE_URL', databaseUrl);
  return undefined;
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
  if (databaseAuthenticatorUrl !== undefined)
    return reachAddress('DATABASE_AUTHENTICATOR_URL', databaseAuthenticatorUrl, log);
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
  const owner = await reachAddress('DATABASE_URL', databaseUrl, log);
  const direct =
    databaseDirectUrl === undefined
      ? owner
      : await reachAddress('DATABASE_DIRECT_URL', databaseDirectUrl, log);
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
