import { availableParallelism } from 'node:os';
import type { Config } from '../config/config.ts';
import { networkQuotaKeys, visitorNetwork } from '../http/client-address.ts';
import type { Caller } from '../identity/caller.ts';
import { createBuckets, type Rate } from '../util/buckets.ts';
import { quotaKey, type QuotaKey } from '../util/quota-key.ts';
import { BusyError, createSemaphore, type SemaphoreLimits } from '../util/semaphore.ts';

interface TurnLimits extends Required<Omit<SemaphoreLimits, 'perParty'>> {
  readonly perParty?: number;
  /** Milliseconds of database time of one quota key. */
  readonly time: Rate;
}

/**
 * With and without accounts, one visitor uses at most 12 of 16 connections and 1.5 seconds of database time per second.
 * Statements without an account never hold more than six of them, and those of accounts never more than twelve, so that
 * each finds a connection whatever the other does. One /48 or /24 of strangers holds at most three of the six: others need not
 * wait for the end of a statement.
 * @param connections of the pool for callers
 */
function limitsFor(connections: number) {
  const part = (share: number): number => Math.max(1, Math.floor(connections * share));
  return {
    strangers: {
      running: part(3 / 8),
      waiting: 240,
      perQuotaKey: { running: 2, waiting: 30 },
      perParty: part(3 / 16),
      timeoutMs: 2000,
      time: { limit: 3000, spanMs: 6000 },
    },
    account: {
      running: Infinity,
      waiting: Infinity,
      perQuotaKey: { running: 6, waiting: 30 },
      timeoutMs: 5000,
      time: { limit: 5000, spanMs: 16_667 },
    },
    /** By network. */
    accounts: {
      running: part(3 / 4),
      waiting: 800,
      perQuotaKey: { running: 10, waiting: 200 },
      timeoutMs: 5000,
      time: { limit: 10_000, spanMs: 10_000 },
    },
  } satisfies Record<string, TurnLimits>;
}

/** Charges database time, after a statement. */
type Charge = (milliseconds: number) => void;
type Work<Result> = (charge: Charge) => Promise<Result>;

/**
 * Bounds how many pieces of work run at once, in all and of one quota key, and the time that they charge. The outermost
 * quota keys take turns. Counts in the memory of this process.
 * @param now the time in milliseconds
 * @returns runs work in its turn; throws BusyError
 */
export function createTurns({ time, ...limits }: TurnLimits, now: () => number = () => performance.now()) {
  const semaphore = createSemaphore(limits);
  const used = createBuckets(time, now);
  return async <Result>(quotaKeys: readonly QuotaKey[], work: Work<Result>): Promise<Result> => {
    const late = used.missing(quotaKeys);
    if (late > 0) throw new BusyError(Math.ceil(late / 1000));
    const charge: Charge = (milliseconds) => used.spend(quotaKeys, milliseconds, now() - milliseconds);
    return semaphore.run(quotaKeys, () => work(charge));
  };
}

/**
 * Runs statements in their caller's turn. The holder of the secret key and requests within the process, which have no
 * address, have no limit; `REQUESTS_PER_SECOND=0` turns these limits off too.
 * @param connections of the pool for callers
 * @param cores that statements share
 * @returns runs work, which charges the time of its statements but not the time that they waited for a connection:
 *   others caused that; throws BusyError
 */
export function createInTurn(
  { requestsPerSecond }: Pick<Config, 'requestsPerSecond'>,
  connections: number,
  cores = availableParallelism(),
) {
  const limits = limitsFor(connections);
  const strangers = createTurns(limits.strangers);
  const account = createTurns(limits.account);
  const accounts = createTurns(limits.accounts);
  let running = 0;

  /** Charges the part of a statement's time that is its own: statements that run at once share the cores. */
  async function share<Result>(charge: Charge, work: Work<Result>): Promise<Result> {
    running += 1;
    try {
      return await work((milliseconds) => charge(milliseconds * Math.min(1, cores / running)));
    } finally {
      running -= 1;
    }
  }

  return async <Result>(
    { role, claims }: Caller,
    address: string | undefined,
    work: Work<Result>,
  ): Promise<Result> => {
    if (requestsPerSecond === 0 || role === 'service_role' || address === undefined) return work(() => {});
    const networks = networkQuotaKeys(visitorNetwork(address));
    if (claims.sub === undefined) return strangers(networks, (charge) => share(charge, work));
    // The account first: one that asks too much must not hold places of its network while it waits.
    return account([quotaKey(claims.sub)], (chargeAccount) =>
      accounts(networks, (chargeNetworks) =>
        share((milliseconds) => {
          chargeAccount(milliseconds);
          chargeNetworks(milliseconds);
        }, work),
      ),
    );
  };
}

export type InTurn = ReturnType<typeof createInTurn>;
