import type { Caller } from '../identity/caller.ts';
import type { TokenBucket } from '../util/buckets.ts';
import { createSemaphore, type Semaphore } from '../util/semaphore.ts';
import { createBucket, createCounter, withoutParties, type Counter, type Limits } from './limits.ts';
import { createAccountQuota, createStrangersQuota, type Connected, type Quota } from './quota.ts';

/** The connections of one network. */
export interface Network {
  readonly name: string;
  readonly limits: Limits;
  /** Those that have not proved an account yet, and still may. */
  readonly newcomers: Set<Connected>;
  readonly strangers: Quota;
  readonly openings: TokenBucket;
  readonly received: TokenBucket;
  /** How many connections hold it. */
  open: number;
}

/** Counters by network and by account, in the memory of this process. */
export interface Places {
  /** In all. */
  readonly connections: Counter;
  readonly strangers: Counter;
  /** Database queries that joins wait for. */
  readonly questions: Semaphore;
  /** @param name undefined for one without limits */
  network(name: string | undefined): Network;
  /** The quota of a caller's account; undefined for the holder of the publishable key. */
  account(caller: Caller): Quota | undefined;
  /** Forgets networks and accounts of which nothing is counted. */
  sweep(): void;
}

/** Number of networks, and of accounts, kept in memory. The least recently used go first. */
const maxRemembered = 20_000;

function remembered<Item>(items: Map<string, Item>, key: string, create: () => Item): Item {
  const item = items.get(key) ?? create();
  // Delete and set again: the map stays in order of use.
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

export function createPlaces(limits: Limits): Places {
  const networks = new Map<string, Network>();
  const accounts = new Map<string, Quota>();
  const free = createNetwork('', withoutParties(limits));

  return {
    connections: createCounter(Infinity),
    strangers: createCounter(Infinity),
    questions: createSemaphore({
      running: limits.questions,
      waiting: Infinity,
      perPayer: { running: limits.questionsPerNetwork, waiting: Infinity },
    }),
    network: (name) =>
      name === undefined ? free : remembered(networks, name, () => createNetwork(name, limits)),
    account({ role, claims }) {
      if (role === 'service_role') return free.strangers;
      return claims.sub ? remembered(accounts, claims.sub, () => createAccountQuota(limits)) : undefined;
    },
    sweep() {
      for (const [name, { open, strangers, openings, received }] of networks)
        if (open === 0 && strangers.isUnused() && openings.isFull() && received.isFull())
          networks.delete(name);
      for (const [id, quota] of accounts) if (quota.isUnused()) accounts.delete(id);
    },
  };
}
