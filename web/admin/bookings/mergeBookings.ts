import type { Booking } from '../../../shared/booking/booking.ts';
import { fnv1a } from '../../../shared/booking/fnv1a.ts';
import { parseBookings } from '../../../shared/booking/parse.ts';
import { newUuid } from '../../util/uuid.ts';
import { fold } from '../../util/fold.ts';
import type { BookingList, ListedBooking, RemovedRow, UnreadMessage } from './bookingStore.ts';

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
  /** Left out, because the office has removed them. */
  readonly removed: number;
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

/** A listed booking as it is, and as its message has it, which the office may have corrected since. */
function versionsOf(row: ListedBooking): readonly Pick<ReadBooking, 'booking' | 'phone'>[] {
  return [row, ...parseBookings(row.text).bookings.map(({ booking }) => ({ booking, phone: row.phone }))];
}

/** 64 bits: two texts never have the same in practice. */
const hashOf = (text: string): string => [text, `2${text}`].map((each) => fnv1a(each).toString(36)).join('-');

/** The list without a booking or message. @param today as `2026-11-26` */
export function removeFromList(list: BookingList, id: string, today: string): BookingList {
  const isOther = (row: { readonly id: string }) => row.id !== id;
  const ofBookings = list.bookings
    .filter(({ id: own }) => own === id)
    .map((row) => {
      const versions = versionsOf(row);
      // A booking that was typed in has the text of a message that could not be read.
      const texts = [...versions.map(fingerprintOf), row.text].filter(Boolean);
      return {
        hashes: texts.map(hashOf),
        day: versions
          .map(({ booking }) => booking.date)
          .sort()
          .at(-1)!,
      };
    });
  const ofMessages = list.unread
    .filter(({ id: own }) => own === id)
    .map(({ text }) => ({ hashes: [hashOf(text)], day: today }));
  return {
    bookings: list.bookings.filter(isOther),
    unread: list.unread.filter(isOther),
    removed: [...list.removed, ...ofBookings, ...ofMessages],
  };
}

/** The list as if the bookings and messages of a pasted text had never been removed. */
export function takeBack(list: BookingList, pasted: PastedMessages): BookingList {
  const read = [...pasted.bookings.map(fingerprintOf), ...pasted.unread.map(({ text }) => text)].map(hashOf);
  const hashes = new Set(read);
  const isAbsent = (removal: RemovedRow) => !removal.hashes.some((hash) => hashes.has(hash));
  return { ...list, removed: list.removed.filter(isAbsent) };
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
 * as they are; the same message again changes nothing, not even a booking that the office has corrected or removed since.
 * @param today as `2026-11-26`
 */
export function mergeBookings(
  list: BookingList,
  pasted: PastedMessages,
  today: string,
): { readonly list: BookingList; readonly outcome: MergeOutcome } {
  // Within one text first: an export that is pasted again ends with the same bookings.
  const lastOfText = new Map(pasted.bookings.map((each) => [keyOf(each), each]));
  const known = new Set(list.bookings.flatMap(versionsOf).map(fingerprintOf));
  const removed = new Set(list.removed.flatMap(({ hashes }) => hashes));
  const wasRemoved = (text: string) => removed.size > 0 && removed.has(hashOf(text));
  const leftOut = new Set(
    pasted.bookings.map(fingerprintOf).filter((each) => !known.has(each) && wasRemoved(each)),
  );
  const earlier = new Map(pasted.bookings.map((each) => [fingerprintOf(each), keyOf(each)]));
  for (const fingerprint of [...known, ...leftOut, ...[...lastOfText.values()].map(fingerprintOf)])
    earlier.delete(fingerprint);
  const replacing = new Set(earlier.values());
  const outcome = {
    added: 0,
    changed: 0,
    replaced: earlier.size,
    repeated: 0,
    removed: leftOut.size,
    unread: 0,
  };
  const byKey = Map.groupBy(list.bookings, keyOf);
  const rows = new Map(list.bookings.map((row) => [row.id, row]));
  for (const [key, read] of lastOfText) {
    if (known.has(fingerprintOf(read)) || leftOut.has(fingerprintOf(read))) continue;
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
  outcome.repeated =
    pasted.bookings.length - outcome.added - outcome.changed - outcome.replaced - outcome.removed;
  // A message that was typed in is the text of its booking.
  const texts = new Set([...list.unread, ...list.bookings].map(({ text }) => text));
  const unknown = pasted.unread.filter(({ text }) => !texts.has(text) && texts.add(text));
  const unread = unknown.filter(({ text }) => !wasRemoved(text));
  outcome.unread = unread.length;
  outcome.removed += unknown.length - unread.length;
  return {
    list: {
      bookings: [...rows.values()],
      unread: [...list.unread, ...unread.map((each) => ({ ...each, id: newUuid(), pastedOn: today }))],
      removed: list.removed,
    },
    outcome,
  };
}
