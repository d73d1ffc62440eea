import { LRUCache } from 'lru-cache';

interface CacheOptions<Value> {
  /** Bound of the sum of all sizes. */
  readonly maxSize: number;
  /** Bound of the number of entries on top of `maxSize`. Reserves memory for all of them at once. */
  readonly maxEntries?: number;
  /** A positive integer. Without it each entry has the size 1. */
  readonly sizeCalculation?: (value: Value, key: string) => number;
  /** Takes each entry that leaves the cache, whether evicted, replaced or deleted. */
  readonly dispose?: (value: Value, key: string) => void;
}

/**
 * A cache with bounded memory. `get` and `set` make an entry the most recently used one; `peek` and `has` do not. `rkeys`
 * begins at the least recently used one.
 */
export type Cache<Value extends NonNullable<unknown>> = Pick<
  LRUCache<string, Value>,
  'get' | 'peek' | 'has' | 'set' | 'delete' | 'clear' | 'rkeys'
>;

/** Creates a cache that evicts the least recently used entries. It refuses an entry that is larger than `maxSize`. */
export function createCache<Value extends NonNullable<unknown>>({
  maxSize,
  maxEntries = 0,
  sizeCalculation = () => 1,
  dispose,
}: CacheOptions<Value>): Cache<Value> {
  return new LRUCache({ max: maxEntries, maxSize, sizeCalculation, ...(dispose && { dispose }) });
}
