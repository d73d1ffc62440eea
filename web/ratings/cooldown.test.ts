import { expect, it } from 'vitest';
import { restAfter } from './cooldown.ts';

const minute = 60_000;
const length = 10 * minute;
const noon = Date.UTC(2026, 10, 21, 15);

it('the button rests for ten minutes', () => {
  expect(restAfter(noon, noon, length).left).toBe(length);
  expect(restAfter(noon, noon + 9 * minute, length).left).toBe(minute);
  expect(restAfter(noon, noon + 10 * minute, length).left).toBe(0);
  expect(restAfter(noon, noon + 24 * 60 * minute, length).left).toBe(0);
});

it('a clock that is set back by days makes the rest begin again, once', () => {
  const set = noon - 3 * 24 * 60 * minute;
  const { began, left } = restAfter(noon, set, length);
  expect([began, left]).toEqual([set, length]);
  expect(restAfter(began, set + 10 * minute, length).left).toBe(0);
});

it('no length, no rest', () => {
  expect(restAfter(noon, noon, 0).left).toBe(0);
  expect(restAfter(noon, noon - minute, 0).left).toBe(0);
});
