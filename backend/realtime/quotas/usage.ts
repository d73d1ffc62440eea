import type { Caller } from '../../identity/caller.ts';
import { createSemaphore } from '../../util/semaphore.ts';
import { createBucket, createCounter, withoutParties, type Limits } from './limits.ts';
import type { TokenBucket } from '../../util/buckets.ts';
import { createAccountQuota, createStrangersQuota, type Connected, type Quota } from './quota.ts';

/** The usage of one network. */
export interface Network {
  readonly name: string;
  readonly limits: Limits;
  /** Connections that have not joined a channel yet. */
  readonly newcomers: Set<Connected>;
  readonly strangers: Quota;
  readonly openings: TokenBucket;
  readonly received: TokenBucket;
  /** The number of open connections. */
  open: number;
}

/** Networks, and accounts, in memory; beyond it the least recently used are dropped. */
const maxRemembered = 20_000;

function remembered<Item>(items: Map<string, Item>, key: string, create: () => Item): Item {
  const item = items.get(key) ?? create();
  // A Map keeps insertion order: set the entry again to make it the most recently used.
  items.delete(key);
  items.set(key, item);
  if (items.size > maxRemembered) items.delete(items.keys().next().value ?? '');
  return item;
}

function createNetwork(name: string, limits: Limits): Network {
  return {
    name,
    limits,
    newcomers: new Set(),
    strangers: createStrangersQuota(limits),
    openings: createBucket(limits.openings),
    received: createBucket(limits.receivedPerNetwork),
    open: 0,
  };
}

/** Counts the usage of networks and accounts, in the memory of this process. */
export type Usage = ReturnType<typeof createUsage>;

export function createUsage(limits: Limits) {
  const networks = new Map<string, Network>();
  const accounts = new Map<string, Quota>();
  const free = createNetwork('', withoutParties(limits));

  return {
    connections: createCounter(Infinity),
    strangers: createCounter(Infinity),
    /** Database queries that joins wait for. */
    questions: createSemaphore({
      running: limits.questions,
      waiting: Infinity,
      perPayer: { running: limits.questionsPerNetwork, waiting: Infinity },
    }),
    /** @param name undefined for no network limits */
    network: (name: string | undefined): Network =>
      name === undefined ? free : remembered(networks, name, () => createNetwork(name, limits)),
    /** The quota of a caller's account; undefined for the publishable key. */
    account({ role, claims }: Caller): Quota | undefined {
      if (role === 'service_role') return free.strangers;
      return claims.sub ? remembered(accounts, claims.sub, () => createAccountQuota(limits)) : undefined;
    },
    /** Drops networks and accounts without usage. */
    sweep(): void {
      for (const [name, { open, strangers, openings, received }] of networks)
        if (open === 0 && strangers.isUnused() && openings.isFull() && received.isFull())
          networks.delete(name);
      for (const [id, quota] of accounts) if (quota.isUnused()) accounts.delete(id);
    },
  };
}
