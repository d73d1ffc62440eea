import type { Booking } from '../../../shared/booking/booking.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { dayAfter } from '../../util/time/month.ts';
import { isObjectWith, storedValue } from '../../util/storedValue.ts';

/** The driver or vehicle of a booking. The name is stored with it: the list is shown before the fleet is read. */
export interface Assigned {
  readonly id: string;
  readonly name: string;
}

/** A booking in the browser's own list. */
export interface ListedBooking {
  readonly id: string;
  readonly booking: Booking;
  /** The message as it was pasted; empty for a booking that was typed in. */
  readonly text: string;
  /** The sender's number in E.164, where the pasted text names it. */
  readonly phone: string | null;
  /** Fields that the message says in two ways: somebody changed it by hand. */
  readonly differs: readonly (keyof Booking)[];
  readonly driver: Assigned | null;
  readonly vehicle: Assigned | null;
  /** A later message has changed the booking since somebody last opened it. */
  readonly changed: boolean;
}

/** A message that could not be read as a booking. */
export interface UnreadMessage {
  readonly id: string;
  readonly text: string;
  readonly phone: string | null;
  /** As far as its sentences could be read. */
  readonly found: Partial<Booking>;
  /** The day on which it was pasted, as `2026-11-26`. */
  readonly pastedOn: string;
}

/** A booking or message that the office has removed, by which its text is recognised when it is pasted again. */
export interface RemovedRow {
  /** Hashes of what it said; the words themselves go, with all that they tell about the passenger. */
  readonly hashes: readonly string[];
  /** The day of the trip, or on which the message was discarded, as `2026-11-26`. */
  readonly day: string;
}

export interface BookingList {
  readonly bookings: readonly ListedBooking[];
  readonly unread: readonly UnreadMessage[];
  readonly removed: readonly RemovedRow[];
}

/** The list of one account. */
interface StoredList extends BookingList {
  readonly owner: string;
}

/** After the day of the trip. */
const retentionDays = 30;

/** Nothing of it is on the server. */
export const storedBookings = storedValue(
  'personal:bookings',
  isObjectWith<StoredList>('owner', 'bookings', 'unread', 'removed'),
);

export const noBookings: BookingList = { bookings: [], unread: [], removed: [] };

/** The list without the trips and messages whose time is over. @param today as `2026-11-26` */
export function withoutExpired(list: BookingList, today: string): BookingList {
  const first = dayAfter(today, -retentionDays);
  return {
    bookings: list.bookings.filter(({ booking: { date } }) => date >= first),
    unread: list.unread.filter(({ pastedOn }) => pastedOn >= first),
    removed: list.removed.filter(({ day }) => day >= first),
  };
}

/** The list of an account: empty where the browser has that of another one. */
export function listOf(stored: StoredList | null, owner: string): BookingList {
  return stored?.owner === owner ? stored : noBookings;
}

/** @returns whether the browser has stored it */
export function writeBookings(owner: string, { bookings, unread, removed }: BookingList): boolean {
  if (bookings.length + unread.length + removed.length > 0)
    return storedBookings.write({ owner, bookings, unread, removed });
  storedBookings.remove();
  return true;
}

/** Deletes another account's list, and the trips and messages whose time is over, whatever section opens. */
export function tidyBookings(owner: string): void {
  const stored = storedBookings.read();
  if (!stored) return;
  const list = listOf(stored, owner);
  const left = withoutExpired(list, chileanDay(new Date()));
  const isSame = (['bookings', 'unread', 'removed'] as const).every(
    (part) => left[part].length === stored[part].length,
  );
  if (stored.owner !== owner || !isSame) writeBookings(owner, left);
}
