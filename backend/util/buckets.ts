import { createHash } from 'node:crypto';

/** `limit` at once, refilled evenly so that `limit` come back in each `span` milliseconds. */
export interface Rate {
  readonly limit: number;
  readonly span: number;
}

/** What is counted by one rate, by key, in the memory of this process. */
export interface Buckets {
  /**
   * Counts `count`, at most the whole limit. Gives 0, or, when it is too much and was not counted, the milliseconds until
   * there is room.
   */
  take(key: string, count?: number): number;
  /** Takes back one. */
  refund(key: string): void;
}

/** Beyond that the bucket that was not used for longest is forgotten: memory stays bounded. */
const maxBuckets = 50_000;
/** A hash of this length replaces longer keys, such as e-mail addresses that a stranger chooses. */
const maxKeyLength = 64;

function boundedKey(key: string): string {
  return key.length <= maxKeyLength ? key : createHash('sha256').update(key).digest('hex');
}

/** What one costs: the time in which it comes back, in whole milliseconds. */
export function priceOf({ limit, span }: Rate): number {
  return Math.max(1, Math.floor(span / limit));
}

/**
 * Buckets by the generic cell rate algorithm: a bucket is kept as the time at which it will be full again.
 * @param now the time in milliseconds
 */
export function createBuckets(rate: Rate, now: () => number = Date.now): Buckets {
  const fullAt = new Map<string, number>();
  const price = priceOf(rate);

  function spend(key: string, cost: number): void {
    const time = Math.max(fullAt.get(key) ?? 0, now());
    fullAt.delete(key);
    fullAt.set(key, time + cost);
    // In order of use: from the start, drop full buckets, which behave like absent ones, and what is too many.
    for (const [oldest, fullTime] of fullAt) {
      if (fullTime > now() && fullAt.size <= maxBuckets) break;
      fullAt.delete(oldest);
    }
  }

  return {
    take(name, count = 1) {
      const key = boundedKey(name);
      const cost = Math.min(price * count, rate.span);
      const missing = (fullAt.get(key) ?? 0) + cost - rate.span - now();
      if (missing > 0) return missing;
      spend(key, cost);
      return 0;
    },
    refund: (name) => spend(boundedKey(name), -price),
  };
}
