import type { Caller } from '../../identity/caller.ts';
import { createCache, type Cache } from '../../util/cache.ts';
import { createSemaphore } from '../../util/semaphore.ts';
import { createTokenBucket, withoutParties, type Limits } from './limits.ts';
import { createQuota, type Connected, type Quota } from './quota.ts';

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

function createNetwork(name: string, limits: Limits) {
  return {
    name,
    limits,
    /** Connections that have not joined a channel yet. */
    newcomers: new Set<Connected>(),
    strangers: createQuota(limits, 'strangers'),
    openings: createTokenBucket(limits.openings),
    received: createTokenBucket(limits.receivedPerNetwork),
    open: 0,
  };
}

/** Counts the usage of networks and accounts, in the memory of this process. */
export type Usage = ReturnType<typeof createUsage>;

export function createUsage(limits: Limits) {
  const networks = createCache<Network>({ maxSize: maxRemembered });
  const accounts = createCache<Quota>({ maxSize: maxRemembered });
  const free = createNetwork('', withoutParties(limits));

  return {
    /** Open connections, and those of them without an account. */
    connections: 0,
    strangers: 0,
    /** Database queries that joins wait for. */
    questions: createSemaphore({
      running: limits.questions,
      waiting: Infinity,
      perQuotaKey: { running: limits.questionsPerNetwork, waiting: Infinity },
    }),
    /** @param name undefined for no network limits */
    network: (name: string | undefined): Network =>
      name === undefined ? free : remembered(networks, name, () => createNetwork(name, limits)),
    /** The quota of a caller's account; undefined for the publishable key. */
    account({ role, claims }: Caller): Quota | undefined {
      if (role === 'service_role') return free.strangers;
      return claims.sub ? remembered(accounts, claims.sub, () => createQuota(limits, 'account')) : undefined;
    },
    /** Drops networks and accounts without usage. */
    sweep(): void {
      dropWhere(
        networks,
        ({ open, strangers, openings, received }) =>
          open === 0 && strangers.isUnused() && openings.isFull() && received.isFull(),
      );
      dropWhere(accounts, (quota) => quota.isUnused());
    },
  };
}
