import { composeBooking } from '../../shared/booking/compose.ts';
import type { ListedBooking } from '../admin/trips/intake/formerBookings.ts';
import { booking } from './bookings.ts';

const { sign: _, ...former } = booking;

/** A row of the list that earlier versions kept in the browser. */
export function listedBooking(id: string, changes: Partial<ListedBooking> = {}): ListedBooking {
  return {
    id,
    booking: former,
    text: composeBooking(booking, booking.route, '7k3m9q2xv5'),
    phone: null,
    differs: [],
    driver: null,
    vehicle: null,
    ...changes,
  };
}
