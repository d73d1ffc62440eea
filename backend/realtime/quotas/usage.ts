import type { Caller } from '../../identity/caller.ts';
import { createSemaphore } from '../../util/semaphore.ts';
import { createTokenBucket, withoutParties, type Limits } from './limits.ts';
import { createQuota, type Connected, type Quota } from './quota.ts';

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
  const networks = new Map<string, Network>();
  const accounts = new Map<string, Quota>();
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
      for (const [name, { open, strangers, openings, received }] of networks)
        if (open === 0 && strangers.isUnused() && openings.isFull() && received.isFull())
          networks.delete(name);
      for (const [id, quota] of accounts) if (quota.isUnused()) accounts.delete(id);
    },
  };
}
