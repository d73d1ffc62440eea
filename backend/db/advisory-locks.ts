import type { Queryable } from './database.ts';

/**
 * PostgreSQL's advisory locks, for work that only one of the servers on a database does at a time. 7220260328 belongs to
 * `realtime.watch_published_tables`.
 */
export const advisoryLocks = {
  migration: 7_220_260_327,
  retention: 7_220_260_329,
  fileSweep: 7_220_260_330,
  backup: 7_220_260_331,
} as const;

/** Takes a lock until the end of the transaction. @returns false when another process holds it */
export async function tryLock(transaction: Queryable, name: keyof typeof advisoryLocks): Promise<boolean> {
  const [lock] = await transaction.query<{ taken: boolean }>(
    'select pg_try_advisory_xact_lock($1) as taken',
    [advisoryLocks[name]],
  );
  return lock?.taken ?? false;
}
