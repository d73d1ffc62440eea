import type { Booking } from '../../../shared/booking/booking.ts';
import { newUuid } from '../../util/uuid.ts';
import { fold } from '../content/model/items.ts';
import type { BookingList, ListedBooking, UnreadMessage } from './bookingStore.ts';

/** A booking as it was read from a pasted message. */
export type ReadBooking = Pick<ListedBooking, 'booking' | 'text' | 'phone' | 'differs'>;

/** The messages of a pasted text. */
export interface PastedMessages {
  readonly bookings: readonly ReadBooking[];
  readonly unread: readonly Omit<UnreadMessage, 'id' | 'pastedOn'>[];
}

/** The numbers of bookings and messages by outcome. */
export interface MergeOutcome {
  readonly added: number;
  /** Replaced by what a later message says. */
  readonly changed: number;
  /** In the list already. */
  readonly repeated: number;
  readonly unread: number;
}

/**
 * Two messages with the same key are about one trip: the passenger, the day and the direction. Without a name the number or
 * the flight stands for the passenger; without those each different message is a trip of its own.
 */
function keyOf({ booking, phone }: ReadBooking): string {
  const { date, direction, name, flight } = booking;
  const passenger = fold(name).trim() || phone || flight || JSON.stringify(booking);
  return [date, direction, passenger].join('|');
}

/** Whether two bookings say the same. The order of their properties does not count. */
function isSame(one: Booking, other: Booking): boolean {
  const sorted = (booking: Booking) =>
    JSON.stringify(Object.entries(booking).sort(([a], [b]) => a.localeCompare(b)));
  return sorted(one) === sorted(other);
}

/**
 * Adds pasted messages to the list. The last message about a trip replaces the earlier ones and leaves driver and vehicle
 * as they are; the same message again changes nothing.
 * @param today as `2026-11-26`
 */
export function mergeBookings(
  list: BookingList,
  pasted: PastedMessages,
  today: string,
): { readonly list: BookingList; readonly outcome: MergeOutcome } {
  // Within one text first: an export that is pasted again ends with the same bookings.
  const lastOfText = new Map(pasted.bookings.map((each) => [keyOf(each), each]));
  const byKey = new Map(list.bookings.map((each) => [keyOf(each), each]));
  const outcome = { added: 0, changed: 0, repeated: pasted.bookings.length - lastOfText.size, unread: 0 };
  for (const [key, read] of lastOfText) {
    const known = byKey.get(key);
    if (!known) {
      outcome.added += 1;
      byKey.set(key, { ...read, id: newUuid(), driver: null, vehicle: null, changed: false });
    } else if (isSame(known.booking, read.booking)) {
      outcome.repeated += 1;
    } else {
      outcome.changed += 1;
      byKey.set(key, { ...known, ...read, phone: read.phone ?? known.phone, changed: true });
    }
  }
  const texts = new Set(list.unread.map(({ text }) => text));
  const unread = pasted.unread.filter(({ text }) => !texts.has(text) && texts.add(text));
  outcome.unread = unread.length;
  return {
    list: {
      bookings: [...byKey.values()],
      unread: [...list.unread, ...unread.map((each) => ({ ...each, id: newUuid(), pastedOn: today }))],
    },
    outcome,
  };
}
