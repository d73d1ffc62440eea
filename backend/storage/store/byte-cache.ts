interface Entry<Value> {
  readonly value: Value;
  readonly quotaKey: string;
  /** In bytes. */
  readonly cost: number;
}

/** Bytes charged for each entry on top of its value: many tiny values take memory too. */
const overhead = 1024;

/**
 * Creates an in-memory cache of the most recently used values: at most `maxTotal` bytes, and no value above `maxEntry`.
 * @param options.maxOfQuotaKey bytes for the entries of one quota key, so that no quota key evicts everyone else's entries
 */
export function createByteCache<Value>(options: {
  readonly maxEntry: number;
  readonly maxTotal: number;
  readonly maxOfQuotaKey?: number;
  readonly sizeOf: (value: Value) => number;
}) {
  const { maxEntry, maxTotal, maxOfQuotaKey = maxTotal, sizeOf } = options;
  const entries = new Map<string, Entry<Value>>();
  const paid = new Map<string, number>();
  let total = 0;

  function charge(quotaKey: string, cost: number): void {
    total += cost;
    const sum = (paid.get(quotaKey) ?? 0) + cost;
    if (sum > 0) paid.set(quotaKey, sum);
    else paid.delete(quotaKey);
  }

  function forget(key: string): void {
    const entry = entries.get(key);
    if (entry === undefined) return;
    charge(entry.quotaKey, -entry.cost);
    entries.delete(key);
  }

  function makeRoom(quotaKey: string): void {
    for (const [oldest, entry] of entries) {
      if ((paid.get(quotaKey) ?? 0) <= maxOfQuotaKey) break;
      if (entry.quotaKey === quotaKey) forget(oldest);
    }
    for (const oldest of entries.keys()) {
      if (total <= maxTotal) break;
      forget(oldest);
    }
  }

  return {
    forget,
    get(key: string): Value | undefined {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A Map keeps insertion order: set the entry again to make it the most recently used.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    /** Keeps a value unless it is too large on its own. Evicts the least recently used, of the same quota key first. */
    keep(key: string, value: Value, quotaKey = ''): void {
      const size = sizeOf(value);
      if (size > maxEntry || entries.has(key)) return;
      const cost = size + overhead;
      entries.set(key, { value, quotaKey, cost });
      charge(quotaKey, cost);
      makeRoom(quotaKey);
    },
  };
}
