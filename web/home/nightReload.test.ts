import { expect, test } from 'vitest';
import { dayOf, isReloadDue, type Night } from './nightReload.ts';

const at = (hours: number, minutes: number) => new Date(2026, 10, 24, hours, minutes);
const night: Night = { time: at(3, 30), lastDay: null, openFor: 20 * 3_600_000, minute: 30 };

test('a page that is open for long is reloaded once a night, from its own minute on', () => {
  expect(isReloadDue(night)).toBe(true);
  expect(isReloadDue({ ...night, time: at(3, 29) })).toBe(false);
  expect(isReloadDue({ ...night, time: at(4, 59) })).toBe(true);
  expect(isReloadDue({ ...night, lastDay: dayOf(new Date(2026, 10, 23)) })).toBe(true);
  expect(isReloadDue({ ...night, lastDay: dayOf(at(3, 0)) })).toBe(false);
});

test('a page is not reloaded by day, nor when it is fresh', () => {
  for (const hour of [0, 2, 5, 12, 23]) expect(isReloadDue({ ...night, time: at(hour, 45) })).toBe(false);
  expect(isReloadDue({ ...night, openFor: 59 * 60_000 })).toBe(false);
});
