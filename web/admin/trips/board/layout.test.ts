import { expect, test } from 'vitest';
import type { Trip } from '../../../data/trips/trips.ts';
import { hoursOf, lanesOf, minuteOf, placeTrips } from './layout.ts';

const shown = '2026-12-05';
const trip = (clock: string, changes: Partial<Trip> = {}) =>
  ({ id: clock, day: shown, clock, minutes: 60, driver_id: null, driver_name: null, ...changes }) as Trip;

test('the nights before and after a day lie outside of its hours', () => {
  expect(minuteOf({ day: '2026-12-04', clock: '23:30' }, shown)).toBe(-30);
  expect(minuteOf({ day: '2026-12-06', clock: '00:30' }, shown)).toBe(1470);
  expect(
    hoursOf(placeTrips([trip('23:30', { day: '2026-12-04' }), trip('00:30', { day: '2026-12-06' })], shown)),
  ).toEqual({
    first: -1,
    last: 26,
  });
});

test('trips at the same time stand beside each other, and the next one has the whole lane again', () => {
  const placed = placeTrips(
    [trip('08:00'), trip('08:30'), trip('09:00', { minutes: 20 }), trip('11:00')],
    shown,
  );
  expect(placed.map(({ column, columns }) => [column, columns])).toEqual([
    [0, 2],
    [1, 2],
    [0, 2],
    [0, 1],
  ]);
});

test('a drive that is short or not known is long enough to be read', () => {
  expect(
    placeTrips([trip('08:00', { minutes: 5 }), trip('12:00', { minutes: null })], shown).map(
      ({ minutes }) => minutes,
    ),
  ).toEqual([45, 60]);
});

test('a lane stands for each driver with trips or on duty, by name', () => {
  const own = trip('08:00', { driver_id: 'b', driver_name: 'Bruno' });
  const lanes = lanesOf(
    [own, trip('09:00')],
    [
      { id: 'a', name: 'Álvaro' },
      { id: 'b', name: 'Bruno' },
    ],
  );
  expect(lanes.map(({ name, trips }) => [name, trips.length])).toEqual([
    ['Álvaro', 0],
    ['Bruno', 1],
  ]);
  expect(hoursOf([])).toEqual({ first: 6, last: 22 });
});
