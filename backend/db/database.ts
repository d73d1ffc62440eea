import pg from 'pg';
import { defaultPoolSizes } from '../config/settings.ts';
import { Exchange, type ExchangeResult, type RequestSession, type Statement } from './exchange.ts';
import { DatabaseClosedError, isBrokenBy, isUnavailable } from './failures.ts';
import { FreeConnections } from './free-connections.ts';
import { Listener } from './listener.ts';
import { statementName } from './prepared-statements.ts';

/** Runs SQL with parameters and gives the rows as objects. @throws pg.DatabaseError */
export interface Queryable {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** Access to the database as its owner. */
export interface OwnerAccess extends Queryable {
  /** Runs a transaction; rolls back when `work` throws. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
}

/** The project's database: access as its owner, and as the callers of requests. */
export interface Database extends OwnerAccess, AsyncDisposable {
  /** The most connections for `asCaller`. */
  readonly callerConnections: number;
  /**
   * One round trip as the caller of a request: role, claims and statement, committed or rolled back as a whole.
   * @param onEnd takes the milliseconds for which it had a connection, whether it failed or not
   */
  asCaller(
    session: RequestSession,
    statement: Statement,
    onEnd?: (milliseconds: number) => void,
  ): Promise<ExchangeResult>;
  /** One round trip in which several callers of one role run the same statement. @returns their results, in order */
  asCallers(sessions: readonly RequestSession[], statement: Statement): Promise<readonly ExchangeResult[]>;
  /** Past a pooler: for migrations, whose SQL may set things for its session, and for transactions of minutes. */
  readonly direct: OwnerAccess;
  /** Calls `onNotification` for each NOTIFY, `onGap` when some may have been missed. It reconnects by itself. */
  listen(channel: string, onNotification: (payload: string) => void, onGap: () => void): Promise<void>;
}

/** How to reach a database. */
export interface DatabaseAccess {
  /** The account that owns the schemas. */
  readonly owner: pg.ClientConfig;
  /** The account of requests, which may only become anon, authenticated or service_role. */
  readonly caller: pg.ClientConfig;
  /** The owner without a pooler between. Default: `owner` */
  readonly direct?: pg.ClientConfig;
  /** The most connections of each kind. */
  readonly poolSizes?: { readonly caller: number; readonly owner: number };
  /** Whether connections keep named statements, which PostgreSQL plans once. Default: true */
  readonly preparedStatements?: boolean;
}

interface DatabaseOptions extends DatabaseAccess {
  /** Names the connections in `pg_stat_activity`. */
  readonly name?: string;
  readonly onError: (error: Error) => void;
}

/** Jobs that hold a connection for long at the same time: a backup needs two, the sweep of files and retention one each. */
const directConnections = 4;
const connectTimeoutMs = 10_000;
/** Replacing a connection frees the memory that its PostgreSQL process accumulated. */
const connectionLifetimeSeconds = 15 * 60;

/** SQL without parameters may hold several statements, which cannot be prepared. */
function queryable(client: pg.ClientBase | pg.Pool, named: boolean): Queryable {
  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      if (values.length === 0) return (await client.query<Row>(sql)).rows;
      const name = named ? statementName(sql) : '';
      return (await client.query<Row>({ name, text: sql, values: [...values] })).rows;
    },
  };
}

async function transaction<Result>(
  pool: pg.Pool,
  named: boolean,
  work: (transaction: Queryable) => Promise<Result>,
) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(queryable(client, named));
    await client.query('commit');
    return result;
  } catch (error) {
    if (isUnavailable(error)) broken = error as Error;
    await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs the round trip in a transaction that it rolls back, after checking deferred constraints. */
async function rolledBack(client: pg.PoolClient, exchange: Exchange) {
  await client.query('begin');
  try {
    const result = await client.query(exchange).result;
    await client.query('set constraints all immediate');
    return result;
  } finally {
    await client.query('rollback');
  }
}

async function run(
  connections: FreeConnections,
  exchange: Exchange,
  rollback: boolean,
  onEnd?: (milliseconds: number) => void,
) {
  const client = await connections.take();
  const started = performance.now();
  let broken: Error | undefined;
  try {
    if (rollback) return await rolledBack(client, exchange);
    return await client.query(exchange).result;
  } catch (error) {
    if (isBrokenBy(error)) broken = error as Error;
    throw error;
  } finally {
    onEnd?.(performance.now() - started);
    connections.put(client, broken);
  }
}

async function asOne(
  connections: FreeConnections,
  session: RequestSession,
  statement: Statement,
  named: boolean,
  onEnd?: (milliseconds: number) => void,
): Promise<ExchangeResult> {
  const exchange = new Exchange([session], statement, named);
  return (await run(connections, exchange, session.rollback ?? false, onEnd))[0]!;
}

/** Opens the pools, which connect on demand, and the connection that listens. */
export function openDatabase(options: DatabaseOptions): Database {
  const { poolSizes = defaultPoolSizes.builtIn, preparedStatements: named = true, name } = options;
  const common = { connectionTimeoutMillis: connectTimeoutMs, ...(name && { application_name: name }) };
  let closing = false;
  /** Closing breaks connections on purpose. */
  const onError = (error: Error): void => {
    if (!closing) options.onError(error);
  };
  const open = (access: pg.ClientConfig, max: number): pg.Pool => {
    const pool = new pg.Pool({ ...common, maxLifetimeSeconds: connectionLifetimeSeconds, ...access, max });
    // A connection that breaks during a query rejects that query; without a listener it would also end the process.
    return pool.on('error', onError).on('connect', (client) => client.on('error', () => {}));
  };
  const { owner: asOwner, caller: asCaller, direct = asOwner } = options;
  const owner = open(asOwner, poolSizes.owner);
  const callers = new FreeConnections(open(asCaller, poolSizes.caller));
  const forJobs = open(direct, directConnections);
  const listener = new Listener({ ...common, ...direct }, onError);

  /**
   * Runs work on a connection. Closing also cuts off connections that were still being opened: that is no failure of the
   * database, and callers must not log it as one.
   * @throws DatabaseClosedError when the database was closed before or meanwhile
   */
  async function whileOpen<Value>(work: () => Promise<Value>): Promise<Value> {
    if (closing) throw new DatabaseClosedError('The database was closed.');
    try {
      return await work();
    } catch (error) {
      const isCutOff = isUnavailable(error) || (error instanceof Error && error.name === 'AbortError');
      if (closing && isCutOff) throw new DatabaseClosedError('The database was closed.');
      throw error;
    }
  }

  const access = (pool: pg.Pool): OwnerAccess => ({
    query: <Row extends object>(sql: string, values?: readonly unknown[]) =>
      whileOpen(() => queryable(pool, named).query<Row>(sql, values)),
    transaction: (work) => whileOpen(() => transaction(pool, named, work)),
  });

  return {
    ...access(owner),
    callerConnections: poolSizes.caller,
    direct: access(forJobs),
    asCaller: (session, statement, onEnd) =>
      whileOpen(() => asOne(callers, session, statement, named, onEnd)),
    asCallers: (sessions, statement) =>
      whileOpen(() => run(callers, new Exchange(sessions, statement, named), false)),
    listen: (channel, onNotification, onGap) =>
      whileOpen(() => listener.listen(channel, onNotification, onGap)),
    async [Symbol.asyncDispose]() {
      if (closing) return;
      closing = true;
      await Promise.all([callers.end(), owner.end(), forJobs.end(), listener.close()]);
    },
  };
}
