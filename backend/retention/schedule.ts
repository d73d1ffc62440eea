import type { Context } from '../create-context.ts';
import { tryLock } from '../db/advisory-locks.ts';
import { forget, type Forgotten } from './forget.ts';

/** In milliseconds. The first time comes when the start is over; then daily. */
const firstDelay = 10 * 60_000;
const interval = 24 * 60 * 60_000;

type Retained = Pick<Context, 'config' | 'db' | 'log'>;

/**
 * Enforces the retention as it is configured, as if it were `now`. Undefined when another process is at it.
 * @throws pg.DatabaseError
 */
export async function enforceRetention({ config, db }: Retained, now: Date): Promise<Forgotten | undefined> {
  const { timebox, inactivity_timeout: inactivity } = config.protocol.auth.sessions;
  return db.transaction(async (transaction) => {
    if (!(await tryLock(transaction, 'retention'))) return undefined;
    return forget(transaction, { timebox, inactivity, auditDays: config.auditRetentionDays }, now);
  });
}

/** Enforces the retention every day, and says what went. A failure is logged, and tried again the next day. */
export function scheduleRetention(context: Retained): Disposable {
  const run = async (): Promise<void> => {
    try {
      const forgotten = await enforceRetention(context, new Date());
      if (forgotten && Object.keys(forgotten).length > 0)
        context.log.info(forgotten, 'deleted what has had its time');
    } catch (error) {
      context.log.error({ err: error }, 'what has had its time could not be deleted');
    }
  };
  let timer = setTimeout(function again() {
    void run();
    timer = setTimeout(again, interval).unref();
  }, firstDelay).unref();
  return { [Symbol.dispose]: () => clearTimeout(timer) };
}
