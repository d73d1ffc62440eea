import { chileanMoment } from '../../../shared/chile/time.ts';
import type { Route } from '../../../shared/content/content.ts';
import type { ListedBooking } from './bookingStore.ts';

/** Stands for the way to a place that is no route of the release. */
const unknownWayMinutes = 60;
const minuteMs = 60_000;

/** Two bookings that one driver or one vehicle cannot serve both. */
export interface Conflict {
  readonly by: 'driver' | 'vehicle';
  readonly other: ListedBooking;
  /** Between the two beginnings. */
  readonly gapMinutes: number;
  /** The way of the earlier trip, and the empty way to the later one. */
  readonly neededMinutes: number;
}

/** The moment when a trip begins, in milliseconds; null for a date or time that is none. */
function tripStart({ booking: { date, time } }: ListedBooking): number | null {
  return chileanMoment(date, time)?.getTime() ?? null;
}

/** The way of a booking, in minutes. */
export function wayMinutes({ booking }: ListedBooking, routes: readonly Route[]): number {
  return routes.find(({ id }) => id === booking.route)?.minutes ?? unknownWayMinutes;
}

/** The end of the way that is not the airport. */
function placeOf({ booking: { route, address } }: ListedBooking): string {
  return (route || address).trim().toLowerCase();
}

/**
 * The empty way between two trips. The release knows the ways between the airport and a place; between two places, the
 * longer of theirs stands for it.
 */
function emptyMinutes(first: ListedBooking, next: ListedBooking, routes: readonly Route[]): number {
  const endsAtAirport = first.booking.direction === 'to';
  const startsAtAirport = next.booking.direction === 'from';
  if (endsAtAirport && startsAtAirport) return 0;
  if (endsAtAirport) return wayMinutes(next, routes);
  if (startsAtAirport) return wayMinutes(first, routes);
  if (placeOf(first) === placeOf(next)) return 0;
  return Math.max(wayMinutes(first, routes), wayMinutes(next, routes));
}

/** The gap between two trips and the time that they need, where the gap is shorter; else null. */
export function clashOf(
  one: ListedBooking,
  other: ListedBooking,
  routes: readonly Route[],
): Pick<Conflict, 'gapMinutes' | 'neededMinutes'> | null {
  const [start, otherStart] = [tripStart(one), tripStart(other)];
  if (start === null || otherStart === null) return null;
  const [first, next] = start <= otherStart ? [one, other] : [other, one];
  const gapMinutes = Math.abs(otherStart - start) / minuteMs;
  const neededMinutes = wayMinutes(first, routes) + emptyMinutes(first, next, routes);
  return gapMinutes < neededMinutes ? { gapMinutes, neededMinutes } : null;
}

/** The conflicts of a booking with the others of the list. One with the same driver is not named again for the vehicle. */
export function conflictsOf(
  one: ListedBooking,
  list: readonly ListedBooking[],
  routes: readonly Route[],
): readonly Conflict[] {
  return list.flatMap((other) => {
    if (other.id === one.id) return [];
    const sharesDriver = one.driver !== null && one.driver.id === other.driver?.id;
    const sharesVehicle = one.vehicle !== null && one.vehicle.id === other.vehicle?.id;
    const clash = sharesDriver || sharesVehicle ? clashOf(one, other, routes) : null;
    return clash ? [{ ...clash, other, by: sharesDriver ? ('driver' as const) : ('vehicle' as const) }] : [];
  });
}
