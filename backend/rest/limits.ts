import type { Config } from '../config/config.ts';
import type { Caller } from '../identity/caller.ts';
import { visitorNetwork } from '../http/client-address.ts';
import { createConcurrency, type ConcurrencyLimit } from '../service/concurrency.ts';

/**
 * Statements under way, of the pool's sixteen connections, and the database time that they take. With and without
 * accounts, one network uses at most thirteen connections and 1.5 seconds of database time per second.
 */
const limits = {
  /** Callers without an account, of one network. */
  strangers: { places: 3, waiting: 30, patience: 2000, perSecond: 500, burst: 3000 },
  account: { places: 6, waiting: 30, patience: 5000, perSecond: 300, burst: 5000 },
  /** The accounts of one network. */
  accounts: { places: 10, waiting: 200, patience: 5000, perSecond: 1000, burst: 10_000 },
} satisfies Record<string, ConcurrencyLimit>;

/**
 * Runs a statement when it is the caller's turn. Not limited: the holder of the secret key, and requests within the
 * process, which have no address.
 * @throws BusyError
 */
export type InTurn = <Result>(
  caller: Caller,
  address: string | undefined,
  work: () => Promise<Result>,
) => Promise<Result>;

/** Nothing is limited where requests are not (`REQUESTS_PER_SECOND=0`). */
export function createInTurn({ requestsPerSecond }: Pick<Config, 'requestsPerSecond'>): InTurn {
  if (requestsPerSecond === 0) return (_caller, _address, work) => work();
  const strangers = createConcurrency(limits.strangers);
  const account = createConcurrency(limits.account);
  const accounts = createConcurrency(limits.accounts);
  return async ({ role, claims }, address, work) => {
    if (role === 'service_role' || address === undefined) return work();
    const network = visitorNetwork(address);
    if (claims.sub === undefined) return strangers.run(network, work);
    // The account first: one that asks too much must not hold places of its network while it waits.
    return account.run(claims.sub, () => accounts.run(network, work));
  };
}
