import { formatPesos } from '../content/pesos.ts';
import { bookingLimits, spanishDirections, type Booking } from './booking.ts';
import { bookingCode } from './code.ts';
import { fieldText } from './withoutMarks.ts';
import {
  bookingTexts,
  bookingGreeting,
  spanishLabels as labels,
  spanishPayments,
  spanishPickup,
  spanishPrice,
  spanishYes,
} from './texts.ts';

/** The message fits into a link of WhatsApp, and a person reads it without scrolling. In UTF-16 code units. */
export const maxMessageCharacters = 600;

/** A route's name is there for people; the code has its id. */
const maxRouteNameCharacters = 27;

/** @param place the name of the route; empty for none @param pickup as in `composeBooking` */
function spanishLines(booking: Booking, place: string, pickup: string): string {
  const { date, time, flight, childAges, pesos } = booking;
  const sign = fieldText(booking.sign, bookingLimits.signCharacters);
  const address = fieldText(booking.address, bookingLimits.addressCharacters);
  const day = date.split('-').toReversed().join('-');
  return [
    bookingGreeting,
    `${labels.trip}: ${spanishDirections[booking.direction]}, ${day} ${time}${pickup && `, ${spanishPickup} ${pickup}`}`,
    flight !== '' && `${labels.flight}: ${flight}`,
    place !== '' && `${labels.place}: ${place}`,
    address !== '' && `${labels.address}: ${address}`,
    `${labels.people}: ${booking.people}. ${labels.bags}: ${booking.bags}`,
    childAges.length > 0 && `${labels.childAges}: ${childAges.join(', ')}`,
    booking.wheelchair && `${labels.wheelchair}: ${spanishYes}`,
    sign !== '' && `${labels.sign}: ${sign}`,
    `${labels.name}: ${fieldText(booking.name, bookingLimits.nameCharacters)}`,
    `${labels.payment}: ${spanishPayments[booking.payment]}`,
    `${labels.price}: ${spanishPrice(pesos)}`,
  ]
    .filter((line) => line !== false)
    .join('\n');
}

/** The parts of the line in the passenger's language, the most important one first; none in Spanish. */
function ownParts(booking: Booking): readonly string[] {
  if (booking.language === 'es') return [];
  const t = bookingTexts[booking.language];
  const { flight, childAges, pesos } = booking;
  return [
    t.directions[booking.direction],
    `${t.day(booking.date)} ${booking.time}`,
    pesos === null ? t.ask : formatPesos(pesos),
    flight !== '' && t.flight(flight),
    t.people(booking.people),
    t.bags(booking.bags),
    childAges.length > 0 && t.childAges(childAges.join(', ')),
    booking.wheelchair && t.wheelchair,
    t.payments[booking.payment],
  ].filter((part) => part !== false);
}

/** The way and the moment. Every message has the moment; the longest ones have no room for the way. */
const ownTrip = (parts: readonly string[]): string => parts.slice(0, 2).join(', ');

/** As much as fits; the Spanish lines say all of it. */
function ownLine(parts: readonly string[], maxCharacters: number): string {
  const [, moment = '', ...others] = parts;
  let line = ownTrip(parts);
  if (line.length > maxCharacters) return moment;
  for (const part of others) {
    const longer = `${line}, ${part}`;
    if (longer.length > maxCharacters) break;
    line = longer;
  }
  return line;
}

/** As much of the route's name as the message has room for. */
function placeOf({ route }: Booking, routeName: string, roomCharacters: number): string {
  const most = Math.min(maxRouteNameCharacters, roomCharacters - `\n${labels.place}: `.length);
  return route === '' || most < 1 ? '' : fieldText(routeName, most);
}

/**
 * The WhatsApp message of a booking without problems: Spanish lines for the company, a line in the passenger's language, and
 * a last line that the panel reads. At most `maxMessageCharacters`.
 * @param routeName the Spanish name of the booking's route; empty without one
 * @param id of `newBookingId`; the same in every message about this trip
 * @param pickup the clock of the pick-up, where it follows from the landing: `19:00`. The longest messages have no room for it
 */
export function composeBooking(booking: Booking, routeName: string, id: string, pickup = ''): string {
  const code = bookingCode(booking, id);
  const parts = ownParts(booking);
  // Two line breaks stand between the three.
  const most = maxMessageCharacters - code.length - 2;
  const room = (shown: string) => most - spanishLines(booking, '', shown).length - ownTrip(parts).length;
  const shown = room(pickup) < 0 ? '' : pickup;
  const spanish = spanishLines(booking, placeOf(booking, routeName, room(shown)), shown);
  const own = ownLine(parts, most - spanish.length);
  return [spanish, own, code].filter((part) => part !== '').join('\n');
}
