import pg from 'pg';

/** `DATABASE_URL` leads through a pooler that hands a connection to another backend after each transaction. */
export class TransactionPoolingError extends Error {}

/** A connection as its client sees it. */
export interface Session {
  query(sql: string): Promise<{ readonly rows: readonly { readonly pid?: number }[] }>;
}

const ownBackend = 'select pg_backend_pid() as pid';
/** Most poolers hand out the backend that became free last, where one would do; others share them in other orders. */
const others = 3;
/** In milliseconds. A pooler with a single backend never answers while another session holds it. */
const patience = 10_000;

async function backendOf(session: Session): Promise<number | undefined> {
  return (await session.query(ownBackend)).rows[0]?.pid;
}

/**
 * Whether the first session loses its backend to others that open transactions. A session of PostgreSQL itself, or of a
 * pooler that pools sessions, keeps its own.
 * @param sessions at least two that are idle; their transactions are ended
 */
export async function sharesBackends([first, ...rest]: readonly [Session, ...Session[]]): Promise<boolean> {
  const before = await backendOf(first);
  const open: Session[] = [];
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
 * Prepared statements, NOTIFY and advisory locks belong to a session: with transaction pooling requests fail under
 * load, and sessions that were ended go on.
 * @throws TransactionPoolingError, and what PostgreSQL refuses
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
