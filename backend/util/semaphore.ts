import { quotaKey, type QuotaKey } from './quota-key.ts';

/** Too much work is under way or waits, in all or for one quota key. */
export class BusyError extends Error {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds = 1) {
    super('Too much work is waiting.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

interface Share {
  /** Tasks that run at once. */
  readonly running: number;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
}

export interface SemaphoreLimits extends Share {
  /** The most of both that one quota key takes; without it, all. */
  readonly perQuotaKey?: Share;
  /** Tasks that one outermost quota key runs at once, whatever its weight. Without it, all. */
  readonly perParty?: number;
  /** Milliseconds after which a waiting task is rejected; without it, never. */
  readonly timeoutMs?: number;
}

/** Counts by quota key. A key whose count is 0 takes no memory. */
export class Tally {
  #counts = new Map<string, number>();

  add(quotaKeys: readonly QuotaKey[], amount: number): void {
    for (const { name, weight } of quotaKeys) {
      const count = (this.#counts.get(name) ?? 0) + amount * weight;
      if (count === 0) this.#counts.delete(name);
      else this.#counts.set(name, count);
    }
    // A map that lives long and changes all the time keeps garbage alive: `docs/decisions/request-speed.md`.
    if (this.#counts.size === 0) this.#counts = new Map();
  }

  /** Whether one more is within the limit for each key. */
  hasRoom(quotaKeys: readonly QuotaKey[], limit: number): boolean {
    return quotaKeys.every(({ name, weight }) => (this.#counts.get(name) ?? 0) + weight <= limit);
  }
}

interface Waiting {
  readonly quotaKeys: readonly QuotaKey[];
  start(): void;
  reject(reason: unknown): void;
}

const outermost = (quotaKeys: readonly QuotaKey[]): string => quotaKeys.at(-1)?.name ?? '';
/** The outermost quota key with the plain weight. */
const partyOf = (quotaKeys: readonly QuotaKey[]): readonly QuotaKey[] => [quotaKey(outermost(quotaKeys))];

/** Waiting tasks in queues by their outermost quota key; the queues take turns. */
class WaitingQueue {
  readonly #queues = new Map<string, Waiting[]>();
  readonly counts = new Tally();
  size = 0;

  add(waiting: Waiting): void {
    const queue = this.#queues.get(outermost(waiting.quotaKeys)) ?? [];
    this.#queues.set(outermost(waiting.quotaKeys), queue);
    queue.push(waiting);
    this.counts.add(waiting.quotaKeys, 1);
    this.size += 1;
  }

  /** Whether it was in the queue. */
  remove(waiting: Waiting): boolean {
    const queue = this.#queues.get(outermost(waiting.quotaKeys)) ?? [];
    const index = queue.indexOf(waiting);
    if (index === -1) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#queues.delete(outermost(waiting.quotaKeys));
    this.counts.add(waiting.quotaKeys, -1);
    this.size -= 1;
    return true;
  }

  /** Takes out the first task that fits, of the queue that has waited longest for its turn. */
  next(fits: (quotaKeys: readonly QuotaKey[]) => boolean): Waiting | undefined {
    for (const [quotaKey, queue] of this.#queues) {
      const party = queue[0]?.quotaKeys.slice(-1) ?? [];
      const waiting = fits(party) ? queue.find((each) => fits(each.quotaKeys)) : undefined;
      if (!waiting) continue;
      this.remove(waiting);
      if (this.#queues.delete(quotaKey)) this.#queues.set(quotaKey, queue);
      return waiting;
    }
    return undefined;
  }

  /** The last task of the longest queue, if that is longer than the queue of `quotaKeys` would become. */
  crowdedOut(quotaKeys: readonly QuotaKey[]): Waiting | undefined {
    const own = this.#queues.get(outermost(quotaKeys))?.length ?? 0;
    const longest = [...this.#queues.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}

const unbounded: Share = { running: Infinity, waiting: Infinity };

/**
 * Lets a bounded number of tasks run at once and a bounded number wait. No quota key keeps the others waiting: the queues of
 * the outermost quota keys take turns, and when too many tasks wait, the longest queue gives way.
 */
export class Semaphore {
  readonly #limits: SemaphoreLimits;
  readonly #perQuotaKey: Share;
  readonly #queue = new WaitingQueue();
  readonly #runningOf = new Tally();
  readonly #runningOfParties = new Tally();
  #running = 0;

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits;
    this.#perQuotaKey = limits.perQuotaKey ?? unbounded;
  }

  /**
   * Runs the task in its turn.
   * @param quotaKeys the parties that the task counts against, the outermost last, such as an address and its network
   * @param signal ends the waiting, with its reason
   * @throws BusyError
   */
  readonly run = async <Result>(
    quotaKeys: readonly QuotaKey[],
    task: () => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> => {
    signal?.throwIfAborted();
    if (this.#fits(quotaKeys)) this.#enter(quotaKeys);
    else await this.#turn(quotaKeys, signal);
    try {
      return await task();
    } finally {
      this.#leave(quotaKeys);
    }
  };

  readonly #fits = (quotaKeys: readonly QuotaKey[]): boolean =>
    this.#running < this.#limits.running &&
    this.#runningOf.hasRoom(quotaKeys, this.#perQuotaKey.running) &&
    this.#runningOfParties.hasRoom(partyOf(quotaKeys), this.#limits.perParty ?? Infinity);

  #enter(quotaKeys: readonly QuotaKey[]): void {
    this.#running += 1;
    this.#runningOf.add(quotaKeys, 1);
    this.#runningOfParties.add(partyOf(quotaKeys), 1);
  }

  #leave(quotaKeys: readonly QuotaKey[]): void {
    this.#running -= 1;
    this.#runningOf.add(quotaKeys, -1);
    this.#runningOfParties.add(partyOf(quotaKeys), -1);
    while (this.#running < this.#limits.running && this.#queue.size > 0) {
      const next = this.#queue.next(this.#fits);
      if (!next) return;
      this.#enter(next.quotaKeys);
      next.start();
    }
  }

  /** @throws BusyError */
  #makeRoom(quotaKeys: readonly QuotaKey[]): void {
    if (!this.#queue.counts.hasRoom(quotaKeys, this.#perQuotaKey.waiting)) throw new BusyError();
    if (this.#queue.size < this.#limits.waiting) return;
    const crowded = this.#queue.crowdedOut(quotaKeys);
    if (!crowded) throw new BusyError();
    crowded.reject(new BusyError());
  }

  async #turn(quotaKeys: readonly QuotaKey[], signal: AbortSignal | undefined): Promise<void> {
    this.#makeRoom(quotaKeys);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = {
      quotaKeys,
      start: resolve,
      reject: (reason) => {
        if (this.#queue.remove(entry)) reject(reason);
      },
    };
    this.#queue.add(entry);
    const onAbort = (): void => entry.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const { timeoutMs } = this.#limits;
    const timer =
      timeoutMs === undefined ? undefined : setTimeout(() => entry.reject(new BusyError()), timeoutMs);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }
}

export function createSemaphore(limits: SemaphoreLimits): Semaphore {
  return new Semaphore(limits);
}
