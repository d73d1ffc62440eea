import { expect, test } from 'vitest';
import { dayAfter, weeksOf } from './month.ts';

test('a month has whole weeks from Monday to Sunday, whatever day it begins and ends with', () => {
  const november = weeksOf('2026-11');
  expect(november.map(([monday]) => monday)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(november.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeksOf('2027-02')).toHaveLength(4);
  expect(weeksOf('2026-12').at(-1)?.at(0)).toBe('2026-12-28');
});

test('days go over the ends of months and years', () => {
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});
