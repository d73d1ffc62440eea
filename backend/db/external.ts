import pg from 'pg';
import { OperatorError } from '../util/operator-error.ts';
import type { Queryable } from './database.ts';

/** Milliseconds to connect, or for a query: a pooler with one backend never responds while another session holds it. */
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

function unusable(reason: string): OperatorError {
  return new OperatorError(`DATABASE_URL cannot be used: ${reason}${/[.?]$/.test(reason) ? '' : '.'}`);
}

function createClient(connectionString: string): pg.Client {
  try {
    return new pg.Client({ connectionString, connectionTimeoutMillis: patience });
  } catch {
    // The parser's own message would repeat the password.
    throw unusable(
      'it is not in the form postgres://user:password@host:5432/database. Characters such as / and @ in the password are written as %2F and %40',
    );
  }
}

/** Connects once, so that a wrong `DATABASE_URL` is explained before anything starts. @throws OperatorError */
export async function checkDatabaseUrl(connectionString: string): Promise<void> {
  const client = createClient(connectionString);
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
    throw unusable(reasonOf(error as NodeJS.ErrnoException, client));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A connection, as its client sees it. */
export interface PooledSession {
  query(sql: string): Promise<{ readonly rows: readonly { readonly pid?: number }[] }>;
}

const ownBackend = 'select pg_backend_pid() as pid';
/** For most poolers, which hand out the latest free backend, one other session would do; some use another order. */
const others = 3;

async function backendOf(session: PooledSession): Promise<number | undefined> {
  return (await session.query(ownBackend)).rows[0]?.pid;
}

/**
 * Whether other sessions' transactions take the first session's backend away. PostgreSQL itself, and a pooler in session
 * mode, keep one backend for each session.
 * @param sessions at least two idle ones; it ends the transactions it begins
 */
export async function sharesBackends([first, ...rest]: readonly [
  PooledSession,
  ...PooledSession[],
]): Promise<boolean> {
  const before = await backendOf(first);
  const open: PooledSession[] = [];
  try {
    for (const session of rest) {
      open.push(session);
      await session.query('begin');
      if ((await backendOf(session)) === before) return true;
      if ((await backendOf(first)) !== before) return true;
    }
    return false;
  } finally {
    for (const session of open) await session.query('rollback');
  }
}

/**
 * Refuses a pooler in transaction mode. Prepared statements, NOTIFY and advisory locks belong to a session: without them
 * requests fail under load, and sign-out does not reach every server.
 * @throws OperatorError, pg.DatabaseError
 */
export async function refuseTransactionPooling(connection: pg.ClientConfig): Promise<void> {
  const options = { ...connection, connectionTimeoutMillis: patience, query_timeout: patience };
  const clients = Array.from({ length: 1 + others }, () => new pg.Client(options)) as [
    pg.Client,
    ...pg.Client[],
  ];
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    if (!(await sharesBackends(clients))) return;
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
  throw new OperatorError(
    'DATABASE_URL leads to a connection pooler in transaction mode, which breaks sign-out and live updates. Use the direct address of the database, or the pooler in session mode.',
  );
}

/**
 * Checks that the account may set up a new database: since PostgreSQL 15 only the owner of a database may create tables
 * in its schema `public`.
 * @throws OperatorError
 */
export async function checkRights(db: Queryable): Promise<void> {
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
