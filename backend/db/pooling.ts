import pg from 'pg';
import { OperatorError } from '../util/operator-error.ts';

/** `DATABASE_URL` leads through a pooler in transaction mode. */
export class TransactionPoolingError extends OperatorError {}

/** A connection, as its client sees it. */
export interface PooledSession {
  query(sql: string): Promise<{ readonly rows: readonly { readonly pid?: number }[] }>;
}

const ownBackend = 'select pg_backend_pid() as pid';
/** For most poolers, which hand out the latest free backend, one other session would do; some use another order. */
const others = 3;
/** In milliseconds. A pooler with a single backend never responds while another session holds it. */
const patience = 10_000;

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
 * @throws TransactionPoolingError, pg.DatabaseError
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
  throw new TransactionPoolingError(
    'DATABASE_URL leads to a connection pooler in transaction mode, which breaks sign-out and live updates. Use the direct address of the database, or the pooler in session mode.',
  );
}
