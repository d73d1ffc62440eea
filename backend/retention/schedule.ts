import { tryLock } from '../db/advisory-locks.ts';
import type { Context } from '../service/context.ts';
import type { DeletedRows } from '../service/options.ts';
import { deleteExpired } from './delete-expired.ts';

/** In milliseconds. The first run waits until the start is over. */
const firstDelay = 10 * 60_000;
const interval = 24 * 60 * 60_000;

type Retained = Pick<Context, 'config' | 'db' | 'log' | 'options'>;

/**
 * Deletes expired rows as of `now`: the backend's, then the product's.
 * @returns undefined while another process holds the lock
 * @throws pg.DatabaseError
 */
export async function enforceRetention(
  { config, db, options }: Retained,
  now: Date,
): Promise<DeletedRows | undefined> {
  const { timebox, inactivity_timeout: inactivity } = config.protocol.auth.sessions;
  return db.transaction(async (transaction) => {
    if (!(await tryLock(transaction, 'retention'))) return undefined;
    const rules = { timebox, inactivity, auditDays: config.auditRetentionDays };
    const deleted: Record<string, number> = { ...(await deleteExpired(transaction, rules, now)) };
    const further = (await options.deleteExpired?.(transaction, now)) ?? {};
    for (const [kind, count] of Object.entries(further)) deleted[kind] = (deleted[kind] ?? 0) + count;
    return Object.fromEntries(Object.entries(deleted).filter(([, count]) => count > 0));
  });
}

/** Enforces the retention every day. A failure is logged and retried the next day. */
export function scheduleRetention(context: Retained): Disposable {
  const run = async (): Promise<void> => {
    try {
      const deleted = await enforceRetention(context, new Date());
      if (deleted && Object.keys(deleted).length > 0) context.log.info(deleted, 'deleted expired rows');
    } catch (error) {
      context.log.error({ err: error }, 'could not delete expired rows');
    }
  };
  let timer = setTimeout(function again() {
    void run();
    timer = setTimeout(again, interval).unref();
  }, firstDelay).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
