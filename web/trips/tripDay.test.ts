import { expect, test } from 'vitest';
import { ownTrip, ownTripsOf } from '../testing/exampleTrip.ts';
import {
  boardedTrip,
  currentTrip,
  freeSecondsLeft,
  lostTrips,
  nextStep,
  tripsWithin,
  withoutPeople,
  withTaps,
  type KnownDay,
} from './tripDay.ts';

const known = (trips: readonly ReturnType<typeof ownTrip>[], fields: Partial<KnownDay> = {}): KnownDay => ({
  ...ownTripsOf(trips),
  driverId: 'diego',
  readAt: Date.now(),
  ...fields,
});
const tapOf = (kind: Parameters<typeof withTaps>[1][number]['kind'], assignment = 1) => ({
  tripId: ownTrip(1).id,
  assignment,
  kind,
  details: {},
});
const hourMs = 3_600_000;

test('taps that wait move a trip forward, whatever their order, and one of an earlier assignment does not', () => {
  const day = known([ownTrip(1)]);
  const after = (...taps: Parameters<typeof withTaps>[1][number][]) => withTaps(day, taps).trips[0]!.state;
  expect(after(tapOf('on_way'), tapOf('waiting'))).toBe('waiting');
  expect(after(tapOf('on_board'), tapOf('waiting'))).toBe('on_board');
  expect(after(tapOf('on_board', 2))).toBe('confirmed');
  expect(after(tapOf('no_show'), tapOf('on_board'))).toBe('on_board');
  expect(after(tapOf('no_show'), tapOf('waiting'))).toBe('no_show');
  expect(after(tapOf('done'), tapOf('no_show'))).toBe('done');
  expect(withTaps(known([ownTrip(1, { state: 'cancelled' })]), [tapOf('on_board')]).trips[0]!.state).toBe(
    'cancelled',
  );
});

test('the tap to offer is the next one of a trip that is not over', () => {
  expect(nextStep(ownTrip(1))).toBe('on_way');
  expect(nextStep(ownTrip(1, { state: 'on_board' }))).toBe('done');
  expect(['done', 'cancelled', 'no_show'].map((state) => nextStep(ownTrip(1, { state } as object)))).toEqual([
    null,
    null,
    null,
  ]);
});

test('the trip under way comes before the next one, and those that are over never', () => {
  const next = ownTrip(1, { id: 'next' });
  const running = ownTrip(2, { id: 'running', state: 'waiting' });
  expect(currentTrip([ownTrip(-3, { state: 'done' }), next, running])?.id).toBe('running');
  expect(currentTrip([ownTrip(-3, { state: 'done' }), next])?.id).toBe('next');
  expect(currentTrip([ownTrip(-3, { state: 'cancelled' })])).toBeUndefined();
});

test('a copy without a signal drops what has left the window, also on a device with a wrong clock', () => {
  const day = known([ownTrip(-23), ownTrip(40, { id: 'far' })], { readAt: 1_000 });
  expect(tripsWithin(day, 1_000)).toHaveLength(2);
  expect(tripsWithin(day, 1_000 + 2 * hourMs).map(({ id }) => id)).toEqual(['far']);
  // The clock was set back since.
  expect(tripsWithin(day, 0)).toHaveLength(2);
});

test('the free waiting runs from the later of landing and arrival, on this device too', () => {
  const day = known([]);
  const waiting = (seconds: number) => ownTrip(0, { state: 'waiting', seconds_waited: seconds });
  expect(freeSecondsLeft(waiting(600), 60, day, day.readAt)).toBe(3_000);
  expect(freeSecondsLeft(waiting(600), 60, day, day.readAt + 60_000)).toBe(2_940);
  // The flight lands in ten minutes.
  expect(freeSecondsLeft(waiting(-600), 60, day, day.readAt)).toBe(4_200);
  expect(freeSecondsLeft(ownTrip(0), 60, day, day.readAt)).toBeNull();
});

test('what a tablet keeps names nobody, and keeps the sign and the hour', () => {
  const [kept] = withoutPeople(known([ownTrip(1)])).trips;
  expect(kept).toMatchObject({ clock: '14:30', sign_text: 'Müller-Lüdenscheidt', language: 'de' });
  expect(JSON.stringify(kept)).not.toMatch(/Jürgen|4915112345678|Alameda|bicicleta/);
});

test('a trip that another driver has now is told, one that is over or has left the window is not', () => {
  const before = known([ownTrip(1), ownTrip(-23, { id: 'done', state: 'done' }), ownTrip(2, { id: 'kept' })]);
  const after = known([ownTrip(2, { id: 'kept' })]);
  expect(lostTrips(before, after).map(({ code }) => code)).toEqual(['KMTRW']);
  expect(lostTrips({ ...before, driverId: 'elena' }, after)).toEqual([]);
  expect(lostTrips(null, after)).toEqual([]);
});

test('a passenger gets in once: a page that has just opened greets nobody', () => {
  const before = known([ownTrip(0, { state: 'waiting' })]);
  const after = known([ownTrip(0, { state: 'on_board' })]);
  expect(boardedTrip(before, after)?.code).toBe('KMTRW');
  expect(boardedTrip(after, after)).toBeUndefined();
  expect(boardedTrip(null, after)).toBeUndefined();
});
