import { expect, it } from 'vitest';
import { isNight } from './night.ts';

const nightHours = (hours: string) =>
  Array.from({ length: 24 }, (_, hour) => hour).filter((hour) => isNight(hour, hours));

it('night may cross midnight', () => {
  expect(nightHours('20-7')).toEqual([0, 1, 2, 3, 4, 5, 6, 20, 21, 22, 23]);
});

it('night may lie within one day', () => {
  expect(nightHours('1-5')).toEqual([1, 2, 3, 4]);
});

it.each(['off', '', '8-8', 'x-y'])('“%s” means no night', (hours) => {
  expect(nightHours(hours)).toEqual([]);
});
