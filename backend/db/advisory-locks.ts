import type { Queryable } from './database.ts';

/**
 * Advisory locks of PostgreSQL for work that only one of the server processes on a database does at a time. SQL takes
 * `publishedTables` in `realtime.watch_published_tables`.
 */
const locks = {
  migration: 7_220_260_327,
  publishedTables: 7_220_260_328,
  retention: 7_220_260_329,
  fileSweep: 7_220_260_330,
  backup: 7_220_260_331,
  productJobs: 7_220_260_332,
} as const;

export type LockName = keyof typeof locks;

/** Kinds of locks with one lock for each key, by the seed of the key's hash. */
const keyedLocks = { externalSignIn: 9 } as const;

/** Takes a lock until the end of the transaction; false when another process holds it. */
export async function tryLock(transaction: Queryable, name: LockName): Promise<boolean> {
  const [lock] = await transaction.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as taken',
    [locks[name]],
  );
  return lock?.taken ?? false;
}

/** Waits for a lock and holds it until the end of the transaction. */
export async function waitForLock(transaction: Queryable, name: LockName): Promise<void> {
  await transaction.query('select pg_advisory_xact_lock($1)', [locks[name]]);
}

/** Waits for the lock of one key and holds it until the end of the transaction. */
export async function waitForKey(transaction: Queryable, name: keyof typeof keyedLocks, key: string) {
  await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, $2))', [key, keyedLocks[name]]);
}
