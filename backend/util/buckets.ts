import { createHash } from 'node:crypto';
import type { QuotaKey } from './quota-key.ts';

/** `limit` at once, refilled evenly so that `limit` come back in each `spanMs`. */
export interface Rate {
  readonly limit: number;
  readonly spanMs: number;
}

/** Milliseconds in which the bucket refills by one. */
export function priceOf({ limit, spanMs }: Rate): number {
  return spanMs / limit;
}

/**
 * A token bucket by the generic cell rate algorithm: its state is the time at which it will be full again.
 * Times are in milliseconds; a lack of less than one is a rounding error.
 */
export class TokenBucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #fullAt = 0;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** The milliseconds until `count` more are within the rate, at most the whole limit; 0 when they are. */
  missing(count: number): number {
    const { spanMs } = this.#rate;
    const cost = Math.min(priceOf(this.#rate) * count, spanMs);
    const missing = this.#fullAt + cost - spanMs - this.#now();
    return missing < 1 ? 0 : missing;
  }

  /** Counts `count` when they are within the rate. Returns whether they are. */
  take(count = 1): boolean {
    if (this.missing(count) > 0) return false;
    this.spend(count);
    return true;
  }

  /**
   * Counts `count` in any case; a negative one is a refund.
   * @param at when the spending began
   * @returns the milliseconds until it is within the rate
   */
  spend(count: number, at = this.#now()): number {
    this.#fullAt = Math.max(this.#fullAt, at) + priceOf(this.#rate) * count;
    return this.missing(0);
  }

  isFull(): boolean {
    return this.#fullAt <= this.#now();
  }
}

interface Use {
  readonly bucket: TokenBucket;
  /** When the bucket became the most recently used one, in the order of the map. */
  movedAt: number;
}

/**
 * A bucket in use moves in the order of use once in this time. Moving it each time would keep garbage alive:
 * `docs/decisions/request-speed.md`.
 */
const moveEachMs = 1000;
/** Bounds the memory of strangers' keys. */
const maxBuckets = 50_000;
/** A hash of this length replaces longer keys, such as e-mail addresses that a stranger chooses. */
const maxKeyCharacters = 64;

function boundedKey(key: string): string {
  return key.length <= maxKeyCharacters ? key : createHash('sha256').update(key).digest('hex');
}

/**
 * Token buckets of one rate by key, in the memory of this process.
 * @param now the time in milliseconds, of a clock that nobody sets
 */
export function createBuckets(rate: Rate, now: () => number = () => performance.now()) {
  /** From the least recently used on. */
  const buckets = new Map<string, Use>();

  function add(key: string): Use {
    // Full buckets behave like absent ones.
    for (const [oldest, { bucket }] of buckets) {
      if (!bucket.isFull() && buckets.size < maxBuckets) break;
      buckets.delete(oldest);
    }
    const use = { bucket: new TokenBucket(rate, now), movedAt: now() };
    buckets.set(key, use);
    return use;
  }

  function spendOne(name: string, count: number, at?: number): void {
    const key = boundedKey(name);
    const use = buckets.get(key) ?? add(key);
    if (use.movedAt + moveEachMs < now() && buckets.delete(key)) {
      use.movedAt = now();
      buckets.set(key, use);
    }
    use.bucket.spend(count, at);
  }

  const missingFor = (keys: readonly QuotaKey[], count: number): number =>
    Math.max(
      0,
      ...keys.map(({ name, weight }) => buckets.get(boundedKey(name))?.bucket.missing(count * weight) ?? 0),
    );

  /** Counts `count` for each key in any case; see `TokenBucket.spend`. */
  function spend(keys: readonly QuotaKey[], count: number, at?: number): void {
    for (const { name, weight } of keys) spendOne(name, count * weight, at);
  }

  return {
    /**
     * Counts `count`, at most the whole limit, for each key or for none. Returns 0, or the milliseconds until there is room
     * without counting.
     */
    take(keys: readonly QuotaKey[], count = 1): number {
      const missing = missingFor(keys, count);
      if (missing === 0) spend(keys, Math.min(count, rate.limit));
      return missing;
    },
    /** Returns the milliseconds until all keys are within the rate, without counting. */
    missing: (keys: readonly QuotaKey[]): number => missingFor(keys, 0),
    spend,
    refund: (keys: readonly QuotaKey[]): void => spend(keys, -1),
  };
}
