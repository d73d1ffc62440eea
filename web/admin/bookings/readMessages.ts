import { parseBookings } from '../../../shared/booking/parse.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import type { PastedMessages } from './mergeBookings.ts';

/** The bookings of a pasted text, each with the number of its sender where the text has one. */
export function readMessages(pasted: string): PastedMessages {
  const { bookings, unread } = parseBookings(pasted);
  return {
    bookings: bookings.map(({ booking, text, sender, differs }) => ({
      booking,
      text,
      differs,
      phone: phoneOf(sender ?? ''),
    })),
    unread: unread.map(({ text, sender, found }) => ({ text, found, phone: phoneOf(sender ?? '') })),
  };
}
