import type { Booking } from '../../shared/booking/booking.ts';
import type { ListedBooking } from '../admin/bookings/bookingStore.ts';
import { booking } from './bookings.ts';

/** The row of a booking that was typed in, with these changes. */
export function rowOf(
  id: string,
  changes: Partial<Booking>,
  row: Partial<ListedBooking> = {},
): ListedBooking {
  return {
    id,
    booking: { ...booking, ...changes },
    text: '',
    phone: null,
    differs: [],
    driver: null,
    vehicle: null,
    changed: false,
    ...row,
  };
}
