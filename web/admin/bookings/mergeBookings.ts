import type { Booking } from '../../../shared/booking/booking.ts';
import { parseBookings } from '../../../shared/booking/parse.ts';
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
  /** Listed bookings that a later message changed. */
  readonly changed: number;
  /** Messages that a later one of the same text replaced. */
  readonly replaced: number;
  /** In the list already. */
  readonly repeated: number;
  readonly unread: number;
}

/**
 * Two messages with the same key are about one trip: the passenger, the day and the direction. Without a name the number or
 * the flight stands for the passenger; without those each different message is a trip of its own.
 */
function keyOf({ booking, phone }: Pick<ReadBooking, 'booking' | 'phone'>): string {
  const { date, direction, name, flight } = booking;
  const passenger = fold(name).trim() || phone || flight || sortedFields(booking);
  return [date, direction, passenger].join('|');
}

/** The fields as text, whatever the order of the properties. */
function sortedFields(booking: Booking): string {
  return JSON.stringify(Object.entries(booking).sort(([a], [b]) => a.localeCompare(b)));
}

/** Equal for two bookings of one passenger that say the same. */
function fingerprintOf(read: Pick<ReadBooking, 'booking' | 'phone'>): string {
  return `${keyOf(read)} ${sortedFields(read.booking)}`;
}

/** The fingerprints of a listed booking: as it is, and as its message has it, which the office may have corrected since. */
function fingerprintsOf(row: ListedBooking): readonly string[] {
  const said = parseBookings(row.text).bookings.map(({ booking }) => ({ booking, phone: row.phone }));
  return [row, ...said].map(fingerprintOf);
}

/**
 * The booking that a message changes. Where several have its key, only the one at the same time: a message about a further
 * trip must not replace any of them.
 */
function bookingToChange(
  sameKey: readonly ListedBooking[],
  { booking }: ReadBooking,
): ListedBooking | undefined {
  return sameKey.length > 1 ? sameKey.find((row) => row.booking.time === booking.time) : sameKey[0];
}

/**
 * Adds pasted messages to the list. The last message about a trip replaces the earlier ones and leaves driver and vehicle
 * as they are; the same message again changes nothing, not even a booking that the office has corrected since.
 * @param today as `2026-11-26`
 */
export function mergeBookings(
  list: BookingList,
  pasted: PastedMessages,
  today: string,
): { readonly list: BookingList; readonly outcome: MergeOutcome } {
  // Within one text first: an export that is pasted again ends with the same bookings.
  const lastOfText = new Map(pasted.bookings.map((each) => [keyOf(each), each]));
  const known = new Set(list.bookings.flatMap(fingerprintsOf));
  const earlier = new Map(pasted.bookings.map((each) => [fingerprintOf(each), keyOf(each)]));
  for (const fingerprint of [...known, ...[...lastOfText.values()].map(fingerprintOf)])
    earlier.delete(fingerprint);
  const replacing = new Set(earlier.values());
  const outcome = { added: 0, changed: 0, replaced: earlier.size, repeated: 0, unread: 0 };
  const byKey = Map.groupBy(list.bookings, keyOf);
  const rows = new Map(list.bookings.map((row) => [row.id, row]));
  for (const [key, read] of lastOfText) {
    if (known.has(fingerprintOf(read))) continue;
    const row = bookingToChange(byKey.get(key) ?? [], read);
    if (row) {
      outcome.changed += 1;
      rows.set(row.id, { ...row, ...read, phone: read.phone ?? row.phone, changed: true });
    } else {
      outcome.added += 1;
      const id = newUuid();
      rows.set(id, { ...read, id, driver: null, vehicle: null, changed: replacing.has(key) });
    }
  }
  outcome.repeated = pasted.bookings.length - outcome.added - outcome.changed - outcome.replaced;
  // A message that was typed in is the text of its booking.
  const texts = new Set([...list.unread, ...list.bookings].map(({ text }) => text));
  const unread = pasted.unread.filter(({ text }) => !texts.has(text) && texts.add(text));
  outcome.unread = unread.length;
  return {
    list: {
      bookings: [...rows.values()],
      unread: [...list.unread, ...unread.map((each) => ({ ...each, id: newUuid(), pastedOn: today }))],
    },
    outcome,
  };
}
