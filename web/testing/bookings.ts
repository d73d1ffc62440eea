import type { Booking } from '../../shared/booking/booking.ts';
import { composeBooking } from '../../shared/booking/compose.ts';

/** A trip from the airport on a day that no test reaches. */
export const booking: Booking = {
  direction: 'from',
  date: '2099-11-28',
  time: '14:30',
  flight: 'LA705',
  route: 'centro',
  address: 'Hotel Plaza',
  people: 3,
  bags: 4,
  childAges: [4],
  wheelchair: false,
  name: 'Anna Keller',
  sign: '',
  payment: 'card',
  language: 'de',
  pesos: 18_000,
  release: 1,
};

/** The export of a chat with the messages of these bookings, each with an id and from the number of its passenger. */
export function chatOf(bookings: readonly Booking[]): string {
  return bookings
    .map((each, index) => {
      const phone = `+56 9 8765 43${String(index).padStart(2, '0')}`;
      const id = String(index).padStart(10, '0');
      return `26/11/26, 10:03 - ${phone}: ${composeBooking(each, each.route, id)}\n`;
    })
    .join('');
}
