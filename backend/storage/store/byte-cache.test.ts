import { expect, test } from 'vitest';
import { createByteCache } from './byte-cache.ts';

const kib = 1024;

function createCache(maxTotalBytes: number, maxBytesPerQuotaKey = maxTotalBytes) {
  return createByteCache<string>({
    maxEntryBytes: 10 * kib,
    maxTotalBytes,
    maxBytesPerQuotaKey,
    sizeOf: ({ length }) => length,
  });
}

test('keeps the most recently used values, and none above the limit', () => {
  const cache = createCache(4 * kib);
  cache.keep('a', 'x'.repeat(kib));
  cache.keep('b', 'x'.repeat(kib));
  expect(cache.get('a')).toBeDefined();
  cache.keep('c', 'x'.repeat(kib));
  cache.keep('large', 'x'.repeat(11 * kib));
  expect(['a', 'b', 'c', 'large'].map((key) => cache.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
    false,
  ]);
  cache.forget('a');
  expect(cache.get('a')).toBeUndefined();
});

test('charges tiny values for their entry', () => {
  const cache = createCache(100 * kib);
  for (let index = 0; index < 1000; index += 1) cache.keep(String(index), 'x');
  const kept = Array.from({ length: 1000 }, (_, index) => cache.get(String(index))).filter(Boolean);
  expect(kept.length).toBeLessThan(100);
});

test('one quota key does not evict the entries of others', () => {
  const cache = createCache(100 * kib, 20 * kib);
  cache.keep('page', 'photo', 'honest');
  for (let index = 0; index < 1000; index += 1) cache.keep(String(index), 'x'.repeat(kib), 'flood');
  expect(cache.get('page')).toBe('photo');
  expect(cache.get('999')).toBeDefined();
  expect(cache.get('980')).toBeUndefined();
});
