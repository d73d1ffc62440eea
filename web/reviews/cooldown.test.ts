import { expect, it } from 'vitest';
import { cooldownAfter } from './cooldown.ts';

const minuteMs = 60_000;
const lengthMs = 10 * minuteMs;
const noon = Date.UTC(2026, 10, 21, 15);

it('the cooldown lasts its full length', () => {
  expect(cooldownAfter(noon, noon, lengthMs).left).toBe(lengthMs);
  expect(cooldownAfter(noon, noon + 9 * minuteMs, lengthMs).left).toBe(minuteMs);
  expect(cooldownAfter(noon, noon + 10 * minuteMs, lengthMs).left).toBe(0);
  expect(cooldownAfter(noon, noon + 24 * 60 * minuteMs, lengthMs).left).toBe(0);
});

it('a clock set back by days restarts the cooldown once', () => {
  const set = noon - 3 * 24 * 60 * minuteMs;
  const { began, left } = cooldownAfter(noon, set, lengthMs);
  expect([began, left]).toEqual([set, lengthMs]);
  expect(cooldownAfter(began, set + 10 * minuteMs, lengthMs).left).toBe(0);
});

it('a length of zero means no cooldown', () => {
  expect(cooldownAfter(noon, noon, 0).left).toBe(0);
  expect(cooldownAfter(noon, noon - minuteMs, 0).left).toBe(0);
});
