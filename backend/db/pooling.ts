import { randomInt } from 'node:crypto';
import pg from 'pg';
import type { OwnerAccess, Queryable } from './database.ts';

/** To connect, or for a query: a pooler with one backend never responds while another session holds it. */
const timeoutMs = 10_000;

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
 * Whether the address leads to a pooler in transaction mode, where no notification reaches a session.
 * @throws pg.DatabaseError
 */
export async function poolsTransactions(connection: pg.ClientConfig): Promise<boolean> {
  const options = { ...connection, connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  const clients = Array.from({ length: 1 + others }, () => new pg.Client(options)) as [
    pg.Client,
    ...pg.Client[],
  ];
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    return await sharesBackends(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** Whether two accesses lead to one database: a lock that a transaction takes over one is seen over the other. */
export async function isSameDatabase(one: OwnerAccess, other: Queryable): Promise<boolean> {
  const key = randomInt(2 ** 31);
  return one.transaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock_shared(0, $1)', [key]);
    const seen = await other.query(
      `select from pg_locks where locktype = 'advisory' and (classid, objid) = (0, $1::oid)
         and database = (select oid from pg_database where datname = current_database())`,
      [key],
    );
    return seen.length > 0;
  });
}
