import { createHash } from 'node:crypto';
import pg from 'pg';
import { Exchange, type ExchangeResult, type RequestSession, type Statement } from './exchange.ts';
import { longestPrepared } from './prepared-statements.ts';

/** Runs SQL with parameters and gives the rows as objects. @throws pg.DatabaseError */
export interface Queryable {
  query<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** The project's database: access as its owner, and as the callers of requests. */
export interface Database extends Queryable, AsyncDisposable {
  /** One round trip as the caller of a request: role, claims and statement, committed or rolled back as a whole. */
  asCaller(session: RequestSession, statement: Statement): Promise<ExchangeResult>;
  /** Runs a transaction as the owner; rolls back when `work` throws. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>;
  /** Calls `onNotification` for each NOTIFY, `onGap` when some may have been missed. It reconnects by itself. */
  listen(channel: string, onNotification: (payload: string) => void, onGap: () => void): Promise<void>;
}

/** The server is shutting down and has closed the database. */
export class DatabaseClosedError extends Error {}

interface DatabaseOptions {
  /** The account that owns the schemas. */
  readonly owner: pg.ClientConfig;
  /** The account of requests, which may only become anon, authenticated or service_role. */
  readonly caller: pg.ClientConfig;
  readonly onError: (error: Error) => void;
}

const callerConnections = 16;
const ownerConnections = 8;
/** A request uses one core, and no statement of it repays compilation. */
const callerSettings = { max_parallel_workers_per_gather: '0', jit: 'off' };
const connectTimeout = 10_000;
/** In seconds. Replacing a connection frees the memory that its PostgreSQL process accumulated. */
const connectionLifetime = 15 * 60;
const reconnectDelay = 1000;

/** Names of the owner's statements by SQL; undefined for statements that came once. */
const statementNames = new Map<string, string | undefined>();
/** Clients' requests decide the text of some statements, so their number needs a bound. */
const maxStatements = 500;

/**
 * Names a statement by its text, so that each connection parses and plans it once. Long statements and those that come
 * for the first time get the empty name, which means not prepared.
 */
function statementName(sql: string): string {
  const known = statementNames.get(sql);
  if (known !== undefined) return known;
  if (sql.length > longestPrepared) return '';
  if (statementNames.has(sql)) {
    const name = createHash('sha256').update(sql).digest('base64url');
    statementNames.set(sql, name);
    return name;
  }
  if (statementNames.size < maxStatements) statementNames.set(sql, undefined);
  return '';
}

/** SQL without parameters may hold several statements, which cannot be prepared. */
function queryable(client: pg.ClientBase | pg.Pool): Queryable {
  return {
    async query<Row extends object>(sql: string, values: readonly unknown[] = []) {
      if (values.length === 0) return (await client.query<Row>(sql)).rows;
      return (await client.query<Row>({ name: statementName(sql), text: sql, values: [...values] })).rows;
    },
  };
}

async function transaction<Result>(pool: pg.Pool, work: (transaction: Queryable) => Promise<Result>) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(queryable(client));
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((rollbackError: Error) => (broken = rollbackError));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs the round trip in a transaction that it rolls back, after checking deferred constraints. */
async function rolledBack(client: pg.PoolClient, session: RequestSession, statement: Statement) {
  await client.query('begin');
  try {
    const result = await client.query(new Exchange(session, statement)).result;
    await client.query('set constraints all immediate');
    return result;
  } finally {
    await client.query('rollback');
  }
}

async function exchange(pool: pg.Pool, session: RequestSession, statement: Statement) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    if (session.rollback) return await rolledBack(client, session, statement);
    return await client.query(new Exchange(session, statement)).result;
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Settings go by statement, not with the start of the connection: poolers refuse settings that they do not know. */
async function applyCallerSettings(client: pg.ClientBase): Promise<void> {
  for (const setting of Object.entries(callerSettings))
    await client.query('select set_config($1, $2, false)', setting);
}

/** Connections that LISTEN, one for each channel. They reconnect by themselves. */
function createListeners(config: pg.ClientConfig, onError: (error: Error) => void) {
  const clients = new Set<pg.Client>();
  let closing = false;

  async function listen(channel: string, onNotification: (payload: string) => void, onGap: () => void) {
    const client = new pg.Client(config);
    const reconnect = (): void => {
      if (closing) return;
      listen(channel, onNotification, onGap).then(onGap, (error: Error) => {
        onError(error);
        setTimeout(reconnect, reconnectDelay).unref();
      });
    };
    client.on('notification', ({ payload }) => onNotification(payload ?? ''));
    client.on('error', onError);
    client.on('end', () => {
      if (!clients.delete(client) || closing) return;
      onGap();
      setTimeout(reconnect, reconnectDelay).unref();
    });
    await client.connect();
    // close() ends only the clients that were connected when it ran.
    if (closing) return client.end();
    clients.add(client);
    await client.query(`listen ${pg.escapeIdentifier(channel)}`);
  }

  return {
    listen,
    async close() {
      closing = true;
      await Promise.all([...clients].map((client) => client.end()));
    },
  };
}

/** Opens the pools, which connect on demand. */
export function openDatabase(options: DatabaseOptions): Database {
  const common = { connectionTimeoutMillis: connectTimeout };
  const pooled = { ...common, maxLifetimeSeconds: connectionLifetime };
  const owner = new pg.Pool({ ...pooled, ...options.owner, max: ownerConnections });
  const caller = new pg.Pool({
    ...pooled,
    ...options.caller,
    max: callerConnections,
    onConnect: applyCallerSettings,
  });
  let closing = false;
  /** Closing breaks connections on purpose. */
  const onError = (error: Error): void => {
    if (!closing) options.onError(error);
  };
  for (const pool of [owner, caller]) {
    pool.on('error', onError);
    // A connection that breaks during a query rejects that query; without a listener it would also end the process.
    pool.on('connect', (client) => client.on('error', () => {}));
  }
  const listeners = createListeners({ ...common, ...options.owner }, onError);

  /** @throws DatabaseClosedError */
  function refuseClosed(): void {
    if (closing) throw new DatabaseClosedError('The database was closed.');
  }

  return {
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      refuseClosed();
      return queryable(owner).query<Row>(sql, values);
    },
    async asCaller(session, statement) {
      refuseClosed();
      return exchange(caller, session, statement);
    },
    async transaction(work) {
      refuseClosed();
      return transaction(owner, work);
    },
    listen: listeners.listen,
    async [Symbol.asyncDispose]() {
      closing = true;
      await Promise.all([caller.end(), owner.end(), listeners.close()]);
    },
  };
}
