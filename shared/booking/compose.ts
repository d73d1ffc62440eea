import { formatPesos } from '../content/pesos.ts';
import { bookingLimits, spanishDirections, type Booking } from './booking.ts';
import { bookingCode } from './code.ts';
import { fieldText } from './withoutMarks.ts';
import {
  bookingTexts,
  bookingGreeting,
  spanishLabels as labels,
  spanishPayments,
  spanishPrice,
  spanishYes,
} from './texts.ts';

/** The message fits into a link of WhatsApp, and a person reads it without scrolling. In UTF-16 code units. */
export const maxMessageCharacters = 600;

/** A route's name is there for people; the code has its id. */
const maxRouteNameCharacters = 27;

function spanishLines(booking: Booking, routeName: string): string {
  const { date, time, flight, childAges, pesos } = booking;
  const route = fieldText(routeName, maxRouteNameCharacters);
  const address = fieldText(booking.address, bookingLimits.addressCharacters);
  const day = date.split('-').toReversed().join('-');
  return [
    bookingGreeting,
    `${labels.trip}: ${spanishDirections[booking.direction]}, ${day} ${time}`,
    flight !== '' && `${labels.flight}: ${flight}`,
    booking.route !== '' && route !== '' && `${labels.place}: ${route}`,
    address !== '' && `${labels.address}: ${address}`,
    `${labels.people}: ${booking.people}. ${labels.bags}: ${booking.bags}`,
    childAges.length > 0 && `${labels.childAges}: ${childAges.join(', ')}`,
    booking.wheelchair && `${labels.wheelchair}: ${spanishYes}`,
    `${labels.name}: ${fieldText(booking.name, bookingLimits.nameCharacters)}`,
    `${labels.payment}: ${spanishPayments[booking.payment]}`,
    `${labels.price}: ${spanishPrice(pesos)}`,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** As much as fits, the most important part first; the Spanish lines say all of it. */
function ownLine(booking: Booking, maxCharacters: number): string {
  if (booking.language === 'es') return '';
  const t = bookingTexts[booking.language];
  const { flight, childAges, pesos } = booking;
  const parts = [
    `${t.directions[booking.direction]}, ${t.day(booking.date)} ${booking.time}`,
    pesos === null ? t.ask : formatPesos(pesos),
    flight !== '' && t.flight(flight),
    t.people(booking.people),
    t.bags(booking.bags),
    childAges.length > 0 && t.childAges(childAges.join(', ')),
    booking.wheelchair && t.wheelchair,
    t.payments[booking.payment],
  ].filter((part) => part !== false);
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}, ${part}`;
    if (longer.length > maxCharacters) break;
    line = longer;
  }
  return line;
}

/**
 * The WhatsApp message of a booking without problems: Spanish lines for the company, a line in the passenger's language, and
 * a last line that the panel reads. At most `maxMessageCharacters`.
 * @param routeName the Spanish name of the booking's route; empty without one
 * @param id of `newBookingId`; the same in every message about this trip
 */
export function composeBooking(booking: Booking, routeName: string, id: string): string {
  const spanish = spanishLines(booking, routeName);
  const code = bookingCode(booking, id);
  const own = ownLine(booking, maxMessageCharacters - spanish.length - code.length - 2);
  return [spanish, own, code].filter((part) => part !== '').join('\n');
}
