import { createCache } from './cache.ts';

/**
 * Remembers what a pure function returned for the texts that came most recently.
 * @param maxEntries bounds the memory: clients choose the texts
 */
export function memoize<Value extends NonNullable<unknown>>(
  compute: (text: string) => Value,
  maxEntries: number,
): (text: string) => Value {
  const cache = createCache<Value>({ maxSize: maxEntries });
  return (text) => {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const value = compute(text);
    cache.set(text, value);
    return value;
  };
}
