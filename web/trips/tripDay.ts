import type { OwnTrip, OwnTrips } from '../data/trips/ownTrips.ts';
import type { Tap, TapKind } from '../data/trips/taps.ts';

/** The taps of a trip in their order. */
const steps = ['on_way', 'waiting', 'on_board', 'done'] as const;
export type Step = (typeof steps)[number];

/** The window of `own_trips`. */
const behindMs = 24 * 3_600_000;
const aheadMs = 48 * 3_600_000;

/** A driver's day as this device knows it. */
export interface KnownDay extends OwnTrips {
  readonly driverId: string;
  /** When it was read, by the clock of this device; milliseconds since 1970. */
  readonly readAt: number;
}

const isStep = (kind: string): kind is Step => steps.some((step) => step === kind);
const rankOf = (state: string): number => (isStep(state) ? steps.indexOf(state) + 1 : 0);

/** Whether the driver still has something to do for a trip. */
export const isOpen = ({ state }: OwnTrip): boolean =>
  state === 'confirmed' || (isStep(state) && state !== 'done');

/** The next tap of a trip; null once it is over. */
export function nextStep(trip: OwnTrip): Step | null {
  return isOpen(trip) ? (steps[rankOf(trip.state)] ?? null) : null;
}

/** The moment, in milliseconds since 1970, by the clock of the server that the trips came from. */
export function serverNow({ now, readAt }: Pick<KnownDay, 'now' | 'readAt'>, deviceNow: number): number {
  // A clock that was set back since shows no time before the reading.
  return Date.parse(now) + Math.max(0, deviceNow - readAt);
}

/** The trips of a day that are still in the window: those of a device without a signal grow old. */
export function tripsWithin(day: KnownDay, deviceNow: number): readonly OwnTrip[] {
  const now = serverNow(day, deviceNow);
  return day.trips.filter(({ pickup_at: pickup }) => {
    const ahead = Date.parse(pickup) - now;
    return ahead > -behindMs && ahead < aheadMs;
  });
}

/** The trip that the driver is on, or else the next one; undefined when nothing is left to do. */
export function currentTrip(trips: readonly OwnTrip[]): OwnTrip | undefined {
  const open = trips.filter(isOpen);
  return open.find(({ state }) => state !== 'confirmed') ?? open[0];
}

/** A trip after a tap that the backend may not have yet, as `moved_trip` of the database makes it. */
function tapped(trip: OwnTrip, kind: TapKind): OwnTrip {
  if (kind === 'accepted') return { ...trip, is_accepted: true, is_declined: false, changed: [] };
  if (kind === 'declined') return { ...trip, is_accepted: false, is_declined: true };
  const isOver = trip.state === 'cancelled' || trip.state === 'done';
  if (kind === 'no_show') return isOver || trip.state === 'on_board' ? trip : { ...trip, state: kind };
  // Only a passenger who came after all overrides that they did not.
  const least = trip.state === 'no_show' ? 'waiting' : trip.state;
  if (isOver || rankOf(kind) <= rankOf(least)) return trip;
  return { ...trip, state: kind, seconds_waited: kind === 'waiting' ? 0 : null };
}

/** The day with taps that have not arrived; one of an earlier assignment moves nothing. */
export function withTaps(day: KnownDay, taps: readonly Tap[]): KnownDay {
  const trips = day.trips.map((trip) =>
    taps
      .filter(({ tripId, assignment }) => tripId === trip.id && assignment === trip.assignment)
      .reduce((current, { kind }) => tapped(current, kind), trip),
  );
  return { ...day, trips };
}

/** The day without what only a driver's own phone may hold: who travels, and from and to which door. */
export function withoutPeople(day: KnownDay): KnownDay {
  const trips = day.trips.map((trip) => ({
    ...trip,
    name: null,
    phone: null,
    from_text: null,
    to_text: null,
    note: null,
  }));
  return { ...day, trips };
}

/** The trips that a newer reading lacks although they were not over: they have another driver or a later day. */
export function lostTrips(before: KnownDay | null, after: KnownDay): readonly OwnTrip[] {
  if (before?.driverId !== after.driverId) return [];
  const kept = new Set(after.trips.map(({ id }) => id));
  return tripsWithin(before, after.readAt).filter((trip) => isOpen(trip) && !kept.has(trip.id));
}

/** The trip whose passenger has got in between two readings. A page that has just opened knows of no earlier reading. */
export function boardedTrip(before: KnownDay | null, after: KnownDay): OwnTrip | undefined {
  if (before?.driverId !== after.driverId) return undefined;
  const wasOnBoard = new Set(before.trips.filter(({ state }) => state === 'on_board').map(({ id }) => id));
  return after.trips.find(({ id, state }) => state === 'on_board' && !wasOnBoard.has(id));
}

/** The free minutes that are left of a trip whose driver waits, in seconds; negative once they are over. */
export function freeSecondsLeft(
  { seconds_waited: waited }: OwnTrip,
  freeMinutes: number,
  day: Pick<KnownDay, 'now' | 'readAt'>,
  deviceNow: number,
): number | null {
  if (waited === null) return null;
  return freeMinutes * 60 - waited - Math.round((serverNow(day, deviceNow) - Date.parse(day.now)) / 1_000);
}
