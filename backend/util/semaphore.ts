/** Too much work is under way or waits, in all or for one payer. */
export class BusyError extends Error {
  /** In seconds. */
  readonly retryAfter: number;
  constructor(retryAfter = 1) {
    super('Too much work is waiting.');
    this.retryAfter = retryAfter;
  }
}

interface Share {
  /** Tasks that run at once. */
  readonly running: number;
  /** Tasks that wait for their turn. */
  readonly waiting: number;
}

export interface SemaphoreLimits extends Share {
  /** The most of both that one payer takes; without it, all. */
  readonly perPayer?: Share;
  /** Milliseconds after which a waiting task is rejected; without it, never. */
  readonly patience?: number;
}

/** Lets a bounded number of tasks run at once and a bounded number wait. */
export interface Semaphore {
  /**
   * Runs the task in its turn.
   * @param payers the parties that the task counts against, the widest last, such as an account and its network
   * @param signal ends the waiting, with its reason
   * @throws BusyError
   */
  run<Result>(payers: readonly string[], task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

/** Counts by key. A key whose count is 0 takes no memory. */
class Tally {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  add(keys: readonly string[], amount: number): void {
    for (const key of keys) {
      const count = this.of(key) + amount;
      if (count === 0) this.#counts.delete(key);
      else this.#counts.set(key, count);
    }
  }
}

interface Waiting {
  readonly payers: readonly string[];
  start(): void;
  reject(reason: unknown): void;
}

const widest = (payers: readonly string[]): string => payers.at(-1) ?? '';

/** Waiting tasks in queues by their widest payer; the queues take turns. */
class Line {
  readonly #queues = new Map<string, Waiting[]>();
  readonly #counts = new Tally();
  size = 0;

  countOf(payer: string): number {
    return this.#counts.of(payer);
  }

  add(waiting: Waiting): void {
    const queue = this.#queues.get(widest(waiting.payers)) ?? [];
    this.#queues.set(widest(waiting.payers), queue);
    queue.push(waiting);
    this.#counts.add(waiting.payers, 1);
    this.size += 1;
  }

  /** Whether it was in the line. */
  remove(waiting: Waiting): boolean {
    const queue = this.#queues.get(widest(waiting.payers)) ?? [];
    const index = queue.indexOf(waiting);
    if (index === -1) return false;
    queue.splice(index, 1);
    if (queue.length === 0) this.#queues.delete(widest(waiting.payers));
    this.#counts.add(waiting.payers, -1);
    this.size -= 1;
    return true;
  }

  /** Takes out the first task that fits, of the queue that has waited longest for its turn. */
  next(fits: (payers: readonly string[]) => boolean): Waiting | undefined {
    for (const [payer, queue] of this.#queues) {
      const waiting = payer === '' || fits([payer]) ? queue.find((each) => fits(each.payers)) : undefined;
      if (!waiting) continue;
      this.remove(waiting);
      if (this.#queues.delete(payer)) this.#queues.set(payer, queue);
      return waiting;
    }
    return undefined;
  }

  /** The last task of the longest queue, if that is longer than the queue of `payers` would become. */
  crowdedOut(payers: readonly string[]): Waiting | undefined {
    const own = this.#queues.get(widest(payers))?.length ?? 0;
    const longest = [...this.#queues.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
    return longest.length > own + 1 ? longest.at(-1) : undefined;
  }
}

const unbounded: Share = { running: Infinity, waiting: Infinity };

/**
 * No payer keeps the others waiting: the queues of the widest payers take turns, and when too many tasks wait, the
 * longest queue gives way.
 */
export function createSemaphore({
  running,
  waiting,
  perPayer = unbounded,
  patience,
}: SemaphoreLimits): Semaphore {
  const line = new Line();
  const runningOf = new Tally();
  let total = 0;

  function fits(payers: readonly string[]): boolean {
    return total < running && payers.every((payer) => runningOf.of(payer) < perPayer.running);
  }

  function enter(payers: readonly string[]): void {
    total += 1;
    runningOf.add(payers, 1);
  }

  function leave(payers: readonly string[]): void {
    total -= 1;
    runningOf.add(payers, -1);
    while (total < running && line.size > 0) {
      const next = line.next(fits);
      if (!next) return;
      enter(next.payers);
      next.start();
    }
  }

  /** @throws BusyError */
  function makeRoom(payers: readonly string[]): void {
    if (payers.some((payer) => line.countOf(payer) >= perPayer.waiting)) throw new BusyError();
    if (line.size < waiting) return;
    const crowded = line.crowdedOut(payers);
    if (!crowded) throw new BusyError();
    crowded.reject(new BusyError());
  }

  async function turn(payers: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    makeRoom(payers);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Waiting = {
      payers,
      start: resolve,
      reject(reason) {
        if (line.remove(entry)) reject(reason);
      },
    };
    line.add(entry);
    const onAbort = (): void => entry.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    const timer =
      patience === undefined ? undefined : setTimeout(() => entry.reject(new BusyError()), patience);
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  return {
    async run(payers, task, signal) {
      signal?.throwIfAborted();
      if (fits(payers)) enter(payers);
      else await turn(payers, signal);
      try {
        return await task();
      } finally {
        leave(payers);
      }
    },
  };
}
