import { tryLock, type LockName } from './advisory-locks.ts';
import type { Database, Queryable } from './database.ts';

/** Work that the server processes on a database share: once in each period, whichever process comes first. */
interface Job<Result> {
  /** The lock it runs under. */
  readonly name: LockName;
  /** Its name in `platform.jobs`, where jobs share a lock; else the lock's. */
  readonly key?: string;
  readonly periodMs: number;
  /** Runs in a transaction; when it throws, the job counts as not done. */
  run(transaction: Queryable): Promise<Result>;
}

/** A time to come was written while the clock was wrong, and does not count: the job would wait until then. */
const isDueSql = `select not exists (
  select from platform.jobs where name = $1
    and done_at between clock_timestamp() - $2 * interval '1 ms' and clock_timestamp() + interval '10 minutes') as due`;
/** Comes last: an open transaction that has written holds up vacuum. */
const doneSql = `insert into platform.jobs (name, done_at) values ($1, clock_timestamp())
  on conflict (name) do update set done_at = excluded.done_at`;

/**
 * Runs a job unless any process has done it within the period.
 * @returns undefined when it is not due, or another process is at it
 */
export async function runJob<Result>(
  db: Pick<Database, 'transaction'>,
  { name, key = name, periodMs, run }: Job<Result>,
): Promise<Result | undefined> {
  return db.transaction(async (transaction) => {
    if (!(await tryLock(transaction, name))) return undefined;
    const [job] = await transaction.query<{ due: boolean }>(isDueSql, [key, periodMs]);
    if (!job?.due) return undefined;
    const result = await run(transaction);
    await transaction.query(doneSql, [key]);
    return result;
  });
}
