import { expect, it } from 'vitest';
import { cooldownAfter } from './cooldown.ts';

const minute = 60_000;
const length = 10 * minute;
const noon = Date.UTC(2026, 10, 21, 15);

it('the cooldown lasts its full length', () => {
  expect(cooldownAfter(noon, noon, length).left).toBe(length);
  expect(cooldownAfter(noon, noon + 9 * minute, length).left).toBe(minute);
  expect(cooldownAfter(noon, noon + 10 * minute, length).left).toBe(0);
  expect(cooldownAfter(noon, noon + 24 * 60 * minute, length).left).toBe(0);
});

it('a clock set back by days restarts the cooldown once', () => {
  const set = noon - 3 * 24 * 60 * minute;
  const { began, left } = cooldownAfter(noon, set, length);
  expect([began, left]).toEqual([set, length]);
  expect(cooldownAfter(began, set + 10 * minute, length).left).toBe(0);
});

it('a length of zero means no cooldown', () => {
  expect(cooldownAfter(noon, noon, 0).left).toBe(0);
  expect(cooldownAfter(noon, noon - minute, 0).left).toBe(0);
});
