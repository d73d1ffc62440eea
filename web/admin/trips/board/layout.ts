import { assumedMinutes } from '../../../../shared/booking/calendar.ts';
import type { Trip } from '../../../data/trips/trips.ts';

/** A trip on the board: minutes from the midnight at which the day begins, and its place beside trips at the same time. */
export interface PlacedTrip {
  readonly trip: Trip;
  readonly start: number;
  readonly minutes: number;
  /** From 0. */
  readonly column: number;
  readonly columns: number;
}

/** A shorter block has no room for its words. */
const leastMinutes = 45;
const dayMinutes = 24 * 60;

/** Minutes from the midnight of a day by the clock: those of a night before it are negative, of one after it beyond 1440. */
export function minuteOf({ day, clock }: Pick<Trip, 'day' | 'clock'>, shown: string): number {
  const [hours = 0, minutes = 0] = (clock ?? '').split(':').map(Number);
  const days = day === null ? 0 : Math.round((Date.parse(day) - Date.parse(shown)) / (dayMinutes * 60_000));
  return days * dayMinutes + hours * 60 + minutes;
}

/** Puts trips that overlap beside each other. @param trips of one lane, by hour @param shown the day, as `2026-11-28` */
export function placeTrips(trips: readonly Trip[], shown: string): readonly PlacedTrip[] {
  const placed: PlacedTrip[] = [];
  let group: { start: number; minutes: number; column: number; trip: Trip }[] = [];
  let ends: number[] = [];
  const close = () => {
    placed.push(...group.map((each) => ({ ...each, columns: ends.length })));
    group = [];
    ends = [];
  };
  for (const trip of trips) {
    const start = minuteOf(trip, shown);
    const minutes = Math.max(leastMinutes, trip.minutes ?? assumedMinutes);
    if (ends.every((end) => end <= start)) close();
    const free = ends.findIndex((end) => end <= start);
    const column = free === -1 ? ends.length : free;
    ends[column] = start + minutes;
    group.push({ trip, start, minutes, column });
  }
  close();
  return placed;
}

/** The lanes of the board, unassigned trips apart. */
export interface Lane {
  readonly id: string;
  readonly name: string;
  readonly trips: readonly Trip[];
}

/** The drivers who have trips, and those for the chosen one in their order; by name while none is chosen. */
export function lanesOf(
  trips: readonly Trip[],
  drivers: readonly { readonly id: string; readonly name: string }[],
): readonly Lane[] {
  const names = new Map(drivers.map(({ id, name }) => [id, name]));
  for (const { driver_id: id, driver_name: name } of trips)
    if (id !== null && name !== null) names.set(id, name);
  const lanes = [...names].map(([id, name]) => ({
    id,
    name,
    trips: trips.filter(({ driver_id: own }) => own === id),
  }));
  const places = new Map(drivers.map(({ id }, place) => [id, place]));
  const placeOf = ({ id }: Lane) => places.get(id) ?? drivers.length;
  return lanes.toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name));
}

/** The whole hours between which the trips lie; a working day where there are none. */
export function hoursOf(placed: readonly PlacedTrip[]): { readonly first: number; readonly last: number } {
  if (placed.length === 0) return { first: 6, last: 22 };
  const first = Math.min(...placed.map(({ start }) => start));
  const last = Math.max(...placed.map(({ start, minutes }) => start + minutes));
  return { first: Math.floor(first / 60), last: Math.ceil(last / 60) };
}
