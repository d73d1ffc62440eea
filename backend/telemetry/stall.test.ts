import { expect, test } from 'vitest';
import { createStallDetector, intervalMs } from './stall.ts';

const limitMs = 5000;

/** Lets a detector tick `count` times; gives its last result. */
function ticking() {
  const isBlocked = createStallDetector(limitMs);
  let now = 0;
  return (count: number, beats: (tick: number) => number, gap = intervalMs): boolean => {
    let said = false;
    for (let tick = 0; tick < count; tick += 1) said = isBlocked((now += gap), beats(tick));
    return said;
  };
}

test('a loop that stands still for the limit is blocked, and not a tick earlier', () => {
  const tick = ticking();
  expect(tick(100, (at) => at)).toBe(false);
  expect(tick(limitMs / intervalMs, () => 99)).toBe(true);
  const other = ticking();
  other(1, () => 99);
  expect(other(limitMs / intervalMs - 1, () => 99)).toBe(false);
});

test('a loop that beats occasionally is not blocked', () => {
  expect(ticking()(1000, (at) => Math.floor(at / 9))).toBe(false);
});

test('a sleeping machine or a stopped process does not count as blocked', () => {
  const tick = ticking();
  tick(10, (at) => at);
  // An hour passes, during which neither thread ran: the observer's first tick comes before the other thread's beat.
  expect(tick(1, () => 9, 3_600_000)).toBe(false);
  expect(tick(limitMs / intervalMs - 1, () => 9)).toBe(false);
  expect(tick(10, (at) => 10 + at)).toBe(false);
});

test('an observer without processor time concludes nothing', () => {
  expect(ticking()(100, () => 1, 3 * intervalMs)).toBe(false);
});
