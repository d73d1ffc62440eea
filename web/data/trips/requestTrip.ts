import type { Booking } from '../../../shared/booking/booking.ts';
import { requestAsNobody } from '../asNobody.ts';

/** How the company reaches the passenger. */
export interface BookingContact {
  /** With the code of the country. */
  readonly phone: string;
  /** Empty for none. */
  readonly email: string;
}

/**
 * Sends a booking to the company itself; the same id twice asks once. @param id the booking's, which its messages have
 * @returns the trip's code, for the telephone
 * @throws DataError `requests_off`, `phone_invalid`, `over_case_rate_limit`, `validation_failed`
 */
export async function requestTrip(
  id: string,
  booking: Booking,
  { phone, email }: BookingContact,
): Promise<string> {
  const { direction, date, time, address } = booking;
  const when = direction === 'from' ? { landing_day: date, landing_clock: time } : { day: date, clock: time };
  const fields = {
    ...when,
    direction,
    route: booking.route || null,
    flight: booking.flight || null,
    people: booking.people,
    bags: booking.bags,
    child_ages: booking.childAges,
    wheelchair: booking.wheelchair,
    pesos: booking.pesos,
    price_release: booking.release,
    payment: booking.payment,
    language: booking.language,
  };
  const place = direction === 'from' ? { to_text: address || null } : { from_text: address || null };
  const sign = booking.sign && { sign_text: booking.sign };
  const person = { name: booking.name, phone, email: email || null, ...place, ...sign };
  return (await requestAsNobody('rpc/request_trip', {
    booking: id,
    fields,
    person,
    consent: true,
  })) as string;
}
