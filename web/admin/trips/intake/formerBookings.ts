import type { Booking } from '../../../../shared/booking/booking.ts';
import { chileanDay } from '../../../../shared/chile/time.ts';
import { dayAfter } from '../../../util/time/month.ts';
import { isObjectWith, storedValue, type StoredValue } from '../../../util/storedValue.ts';
import { personalKeys } from '../../../data/personal.ts';
import { bookingsPrefix } from '../../../util/storageKeys.ts';

/** A booking of versions that did not ask what the sign says. */
export type FormerBooking = Omit<Booking, 'sign'>;

/** A booking in the list that earlier versions kept in the browser. */
export interface ListedBooking {
  readonly id: string;
  readonly booking: FormerBooking;
  /** The message as it was pasted; empty for a booking that was typed in. */
  readonly text: string;
  /** The sender's number in E.164, where the pasted text names it. */
  readonly phone: string | null;
  /** Fields that the message says in two ways: somebody changed it by hand. */
  readonly differs: readonly (keyof FormerBooking)[];
  readonly driver: { readonly id: string } | null;
  readonly vehicle: { readonly id: string } | null;
}

/** A message that could not be read as a booking. */
interface UnreadMessage {
  readonly id: string;
  readonly text: string;
  readonly phone: string | null;
  /** As far as its sentences could be read. */
  readonly found: Partial<FormerBooking>;
  /** The day on which it was pasted, as `2026-11-26`. */
  readonly pastedOn: string;
}

export interface BookingList {
  readonly bookings: readonly ListedBooking[];
  readonly unread: readonly UnreadMessage[];
}

/** After the day of the trip. */
const retentionDays = 30;

const isList = isObjectWith<BookingList>('bookings', 'unread');
const lists = new Map<string, StoredValue<BookingList>>();

/**
 * The list of an account in this browser, until it is uploaded. It outlives the session, which another device may end:
 * signing out here asks, and removes it.
 */
export function storedBookings(owner: string): StoredValue<BookingList> {
  const list = lists.get(owner) ?? storedValue(`${bookingsPrefix}${owner}`, isList);
  lists.set(owner, list);
  return list;
}

export const noBookings: BookingList = { bookings: [], unread: [] };

/** The list without the trips and messages whose time is over. @param today as `2026-11-26` */
export function withoutExpired(list: BookingList, today: string): BookingList {
  const first = dayAfter(today, -retentionDays);
  return {
    bookings: list.bookings.filter(({ booking: { date } }) => date >= first),
    unread: list.unread.filter(({ pastedOn }) => pastedOn >= first),
  };
}

/** @returns whether the browser has stored it */
export function writeBookings(owner: string, list: BookingList): boolean {
  const stored = storedBookings(owner);
  if (list.bookings.length + list.unread.length > 0) return stored.write(list);
  stored.remove();
  return true;
}

/** Where earlier versions kept the one list of the browser. */
const formerList = storedValue(
  'personal:bookings',
  isObjectWith<BookingList & { readonly owner: string }>('owner'),
);

/** Deletes the trips and messages whose time is over, of all accounts, whatever section opens. */
export function tidyBookings(): void {
  const former = formerList.read();
  if (former && isList(former)) {
    const { owner, bookings, unread } = former;
    writeBookings(owner, { bookings, unread });
    formerList.remove();
  }
  for (const key of personalKeys(bookingsPrefix)) {
    const owner = key.slice(bookingsPrefix.length);
    const list = storedBookings(owner).read();
    if (list) writeBookings(owner, withoutExpired(list, chileanDay(new Date())));
  }
}
