import { networkQuotaKeys } from '../../http/client-address.ts';
import type { Caller } from '../../identity/caller.ts';
import { createBuckets } from '../../util/buckets.ts';
import { createCache, type Cache } from '../../util/cache.ts';
import type { QuotaKey } from '../../util/quota-key.ts';
import { createSemaphore, Tally } from '../../util/semaphore.ts';
import { rateOf, withoutParties, type Limits } from './limits.ts';
import { createQuota, type Quota } from './quota.ts';

/** Networks, and accounts, in memory; beyond it the least recently used are dropped. */
const maxRemembered = 20_000;

function remembered<Item extends object>(items: Cache<Item>, key: string, create: () => Item): Item {
  const known = items.get(key);
  if (known) return known;
  const item = create();
  items.set(key, item);
  return item;
}

function dropWhere<Item extends object>(items: Cache<Item>, isUnused: (item: Item) => boolean): void {
  const unused = [...items.rkeys()].filter((key) => {
    const item = items.peek(key);
    return item !== undefined && isUnused(item);
  });
  for (const key of unused) items.delete(key);
}

export type Network = ReturnType<typeof createNetwork>;

/** @param quotaKeys empty for no network limits */
function createNetwork(quotaKeys: readonly QuotaKey[], limits: Limits) {
  return {
    quotaKeys,
    limits,
    strangers: createQuota(limits, 'strangers'),
    open: 0,
  };
}

/** Counts the usage of networks and accounts, in the memory of this process. */
export type Usage = ReturnType<typeof createUsage>;

export function createUsage(limits: Limits) {
  const networks = createCache<Network>({ maxSize: maxRemembered });
  const accounts = createCache<Quota>({ maxSize: maxRemembered });
  const free = createNetwork([], withoutParties(limits));

  return {
    /** Open connections, and those of them without an account. */
    connections: 0,
    strangers: 0,
    /** By network: connections without an account, and those that have not joined a channel yet. */
    strangersOf: new Tally(),
    newcomersOf: new Tally(),
    openings: createBuckets(rateOf(limits.openings)),
    received: createBuckets(rateOf(limits.receivedPerNetwork)),
    /** Database queries that joins wait for. */
    questions: createSemaphore({
      running: limits.questions,
      waiting: Infinity,
      perQuotaKey: { running: limits.questionsPerNetwork, waiting: Infinity },
    }),
    /** @param name undefined for no network limits */
    network: (name: string | undefined): Network =>
      name === undefined
        ? free
        : remembered(networks, name, () => createNetwork(networkQuotaKeys(name), limits)),
    /** The quota of a caller's account; undefined for the publishable key. */
    account({ role, claims }: Caller): Quota | undefined {
      if (role === 'service_role') return free.strangers;
      return claims.sub ? remembered(accounts, claims.sub, () => createQuota(limits, 'account')) : undefined;
    },
    /** Drops networks and accounts without usage. */
    sweep(): void {
      dropWhere(networks, ({ open, strangers }) => open === 0 && strangers.isUnused());
      dropWhere(accounts, (quota) => quota.isUnused());
    },
  };
}
