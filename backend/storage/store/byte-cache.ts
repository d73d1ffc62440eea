import { createCache } from '../../util/cache.ts';

interface Entry<Value> {
  readonly value: Value;
  readonly quotaKey: string;
  readonly bytes: number;
}

/** Each entry is charged this on top of its value: many tiny values take memory too. */
const overheadBytes = 1024;

/**
 * Creates an in-memory cache of the most recently used values: at most `maxTotalBytes`, and no value above `maxEntryBytes`.
 * @param options.maxBytesPerQuotaKey bounds the entries of one quota key, so that none evicts everyone else's entries
 */
export function createByteCache<Value>(options: {
  readonly maxEntryBytes: number;
  readonly maxTotalBytes: number;
  readonly maxBytesPerQuotaKey?: number;
  readonly sizeOf: (value: Value) => number;
}) {
  const { maxEntryBytes, maxTotalBytes, maxBytesPerQuotaKey = maxTotalBytes, sizeOf } = options;
  const bytesOf = new Map<string, number>();
  const cache = createCache<Entry<Value>>({
    maxSize: maxTotalBytes,
    sizeCalculation: ({ bytes }) => bytes,
    dispose: ({ quotaKey, bytes }) => charge(quotaKey, -bytes),
  });

  function charge(quotaKey: string, bytes: number): void {
    const sum = (bytesOf.get(quotaKey) ?? 0) + bytes;
    if (sum > 0) bytesOf.set(quotaKey, sum);
    else bytesOf.delete(quotaKey);
  }

  /** Evicts entries of the quota key until there is room for the bytes within its share. */
  function makeRoom(quotaKey: string, bytes: number): void {
    for (const key of cache.rkeys()) {
      if ((bytesOf.get(quotaKey) ?? 0) + bytes <= maxBytesPerQuotaKey) return;
      if (cache.peek(key)?.quotaKey === quotaKey) cache.delete(key);
    }
  }

  return {
    forget: (key: string): void => void cache.delete(key),
    get: (key: string): Value | undefined => cache.get(key)?.value,
    /** Keeps a value unless it is too large on its own. Evicts the least recently used, of the same quota key first. */
    keep(key: string, value: Value, quotaKey = ''): void {
      const size = sizeOf(value);
      const bytes = size + overheadBytes;
      if (size > maxEntryBytes || bytes > Math.min(maxBytesPerQuotaKey, maxTotalBytes) || cache.has(key))
        return;
      makeRoom(quotaKey, bytes);
      charge(quotaKey, bytes);
      cache.set(key, { value, quotaKey, bytes });
    },
  };
}
