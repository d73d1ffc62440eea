import type { Config } from '../config/config.ts';
import { visitorNetwork } from '../http/client-address.ts';
import type { Caller } from '../identity/caller.ts';
import { createBuckets, type Rate } from '../util/buckets.ts';
import { BusyError, createSemaphore } from '../util/semaphore.ts';

interface TurnLimits {
  /** Statements that run at once, of the pool's sixteen connections, and statements that wait. */
  readonly running: number;
  readonly waiting: number;
  /** The longest that a statement waits, in milliseconds. */
  readonly timeoutMs: number;
  /** Milliseconds of database time. */
  readonly time: Rate;
}

/** With and without accounts, one network uses at most 13 connections and 1.5 seconds of database time per second. */
const limits = {
  /** Callers without an account, of one network. */
  strangers: { running: 3, waiting: 30, timeoutMs: 2000, time: { limit: 3000, spanMs: 6000 } },
  account: { running: 6, waiting: 30, timeoutMs: 5000, time: { limit: 5000, spanMs: 16_667 } },
  /** The accounts of one network. */
  accounts: { running: 10, waiting: 200, timeoutMs: 5000, time: { limit: 10_000, spanMs: 10_000 } },
} satisfies Record<string, TurnLimits>;

/**
 * Bounds how many pieces of work of one key run at once, and the time that they take. Counts in the memory of this
 * process.
 * @param now the time in milliseconds
 * @returns runs work in its turn; throws BusyError
 */
export function createTurns(
  { running, waiting, timeoutMs, time }: TurnLimits,
  now: () => number = () => performance.now(),
) {
  const perQuotaKey = { running, waiting };
  const semaphore = createSemaphore({ running: Infinity, waiting: Infinity, perQuotaKey, timeoutMs });
  const used = createBuckets(time, now);
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const late = used.missing(key);
    if (late > 0) throw new BusyError(Math.ceil(late / 1000));
    return semaphore.run([key], async () => {
      const started = now();
      try {
        return await work();
      } finally {
        used.spend(key, now() - started, started);
      }
    });
  };
}

/**
 * Runs statements in their caller's turn. The holder of the secret key and requests within the process, which have no
 * address, have no limit; `REQUESTS_PER_SECOND=0` turns these limits off too.
 * @returns runs a statement; throws BusyError
 */
export function createInTurn({ requestsPerSecond }: Pick<Config, 'requestsPerSecond'>) {
  const strangers = createTurns(limits.strangers);
  const account = createTurns(limits.account);
  const accounts = createTurns(limits.accounts);
  return async <Result>(
    { role, claims }: Caller,
    address: string | undefined,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    if (requestsPerSecond === 0 || role === 'service_role' || address === undefined) return work();
    const network = visitorNetwork(address);
    if (claims.sub === undefined) return strangers(network, work);
    // The account first: one that asks too much must not hold places of its network while it waits.
    return account(claims.sub, () => accounts(network, work));
  };
}

export type InTurn = ReturnType<typeof createInTurn>;
