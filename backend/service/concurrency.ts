/** The limits of one key. */
export interface ConcurrencyLimit {
  /** Concurrent pieces of work. */
  readonly places: number;
  /** Pieces that may wait for a place; the next one is rejected. */
  readonly waiting: number;
  /** How long one waits for a place, in milliseconds. */
  readonly patience: number;
  /** Milliseconds of work in each second, on average. */
  readonly perSecond: number;
  /** Milliseconds of work at once before the average counts. */
  readonly burst: number;
}

/** A key has too much work under way, or has used up its time. */
export class BusyError extends Error {
  /** In seconds. */
  readonly retryAfter: number;
  constructor(retryAfter: number) {
    super('too much work is under way for one caller');
    this.retryAfter = retryAfter;
  }
}

export interface Concurrency {
  /**
   * Does the work when one of the key's places is free, and counts the time that it takes.
   * @throws BusyError
   */
  run<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
}

/** The state of a key; dropped when no work is under way and its time is paid back. */
interface Account {
  underWay: number;
  readonly queue: (() => void)[];
  /** When the time that was used is paid back, in milliseconds. */
  paidAt: number;
}

/** Keys that each piece of work checks for being droppable: memory stays bounded without a timer. */
const sweptAtOnce = 4;

/**
 * Bounds the work of each key: how much of it is under way at once, and how much time it takes. Meant for work that
 * costs far more than a request, such as statements of the database. Counts in the memory of this process.
 * @param now the time in milliseconds
 */
export function createConcurrency(limit: ConcurrencyLimit, now: () => number = Date.now): Concurrency {
  const accounts = new Map<string, Account>();
  const price = 1000 / limit.perSecond;

  function accountOf(key: string): Account {
    const known = accounts.get(key) ?? { underWay: 0, queue: [], paidAt: 0 };
    accounts.delete(key);
    accounts.set(key, known);
    return known;
  }

  /** Looks at the least recently used keys, which come first. */
  function sweep(): void {
    let looked = 0;
    for (const [key, { underWay, paidAt }] of accounts) {
      if (underWay === 0 && paidAt <= now()) accounts.delete(key);
      looked += 1;
      if (looked >= sweptAtOnce) return;
    }
  }

  function checkTime({ paidAt }: Account): void {
    const late = paidAt - now() - limit.burst * price;
    if (late > 0) throw new BusyError(Math.ceil(late / 1000));
  }

  /** Waits for a place; `leave` hands it over. */
  function takePlace(account: Account): Promise<void> | undefined {
    if (account.underWay < limit.places) {
      account.underWay += 1;
      return undefined;
    }
    if (account.queue.length >= limit.waiting) throw new BusyError(1);
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        account.queue.splice(account.queue.indexOf(enter), 1);
        reject(new BusyError(1));
      }, limit.patience);
      account.queue.push(enter);
    });
  }

  function leave(account: Account, started: number): void {
    account.paidAt = Math.max(account.paidAt, started) + (now() - started) * price;
    const next = account.queue.shift();
    if (next) next();
    else account.underWay -= 1;
  }

  return {
    async run(key, work) {
      sweep();
      const account = accountOf(key);
      checkTime(account);
      await takePlace(account);
      const started = now();
      try {
        return await work();
      } finally {
        leave(account, started);
      }
    },
  };
}
