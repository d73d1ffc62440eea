import { fold } from '../../util/fold.ts';
import type { ListedBooking } from './bookingStore.ts';

export interface BookingFilter {
  readonly search: string;
  /** A day as `2026-11-28`, `past`, or empty for today and later. */
  readonly day: string;
}

const startText = ({ booking: { date, time } }: ListedBooking) => `${date} ${time}`;

function hasWords({ booking, driver, vehicle }: ListedBooking, words: readonly string[]): boolean {
  const { name, flight, route, address } = booking;
  const text = fold([name, flight, route, address, driver?.name, vehicle?.name].join(' '));
  return words.every((word) => text.includes(word));
}

function isOnDay({ booking: { date } }: ListedBooking, day: string, today: string): boolean {
  if (day === '') return date >= today;
  return day === 'past' ? date < today : date === day;
}

/** The bookings that a filter shows, by day and hour. @param today as `2026-11-26` */
export function shownBookings(
  list: readonly ListedBooking[],
  { search, day }: BookingFilter,
  today: string,
): readonly ListedBooking[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return list
    .filter((row) => isOnDay(row, day, today) && hasWords(row, words))
    .sort((a, b) => startText(a).localeCompare(startText(b)));
}

/** The days that have bookings, with their number, in order. */
export function countByDay(
  list: readonly ListedBooking[],
): readonly (readonly [day: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { booking } of list) counts.set(booking.date, (counts.get(booking.date) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a.localeCompare(b));
}
