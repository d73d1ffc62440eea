import { expect, test } from 'vitest';
import { isBookingId, newBookingId } from './bookingId.ts';

test('each new booking has an id of its own, without letters that look alike', () => {
  const ids = new Set(Array.from({ length: 1_000 }, newBookingId));
  expect(ids.size).toBe(1_000);
  for (const each of ids) expect(each).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
  expect([...ids].filter((each) => !isBookingId(each))).toEqual([]);
  // Each of the 32 characters appears, 312 times on average.
  expect(new Set([...ids].join('')).size).toBe(32);
  expect(['', '7k2m9xq4h', '7k2m9xq4hc1', '7K2M9XQ4HC', '7k2m9xq4hl', 7, null].filter(isBookingId)).toEqual(
    [],
  );
});
