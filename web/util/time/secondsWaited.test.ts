import { expect, it } from 'vitest';
import { secondsWaited } from './secondsWaited.ts';

it('a wait is whole seconds that fit the database, however wrong the clock', () => {
  const years = 365 * 24 * 3_600_000;
  expect([0, 1_400, 1_600, -90_000].map(secondsWaited)).toEqual([0, 1, 2, -90]);
  expect(secondsWaited(100 * years)).toBe(2_147_483_647);
  expect(secondsWaited(-100 * years)).toBe(-2_147_483_647);
});
