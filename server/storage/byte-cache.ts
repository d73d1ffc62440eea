/** What was used last, held in memory. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value, unless it is too large on its own, and lets go of what was not used for longest. */
  keep(key: string, value: Value): void;
  forget(key: string): void;
}

/** Makes a cache of at most `maxTotal` bytes; values above `maxEntry` bytes are not kept. */
export function createByteCache<Value>(options: {
  readonly maxEntry: number;
  readonly maxTotal: number;
  readonly sizeOf: (value: Value) => number;
}): ByteCache<Value> {
  const { maxEntry, maxTotal, sizeOf } = options;
  const entries = new Map<string, Value>();
  let total = 0;
  function forget(key: string): void {
    const value = entries.get(key);
    if (value === undefined) return;
    total -= sizeOf(value);
    entries.delete(key);
  }
  return {
    forget,
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      // The order of a Map is that of insertion: what was used last goes to the end.
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    keep(key, value) {
      if (sizeOf(value) > maxEntry || entries.has(key)) return;
      entries.set(key, value);
      total += sizeOf(value);
      for (const oldest of entries.keys()) {
        if (total <= maxTotal) break;
        forget(oldest);
      }
    },
  };
}
