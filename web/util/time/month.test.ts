import { expect, test } from 'vitest';
import { dayAfter } from './month.ts';

test('days go over the ends of months and years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});
