import { isLanguage } from '../languages.ts';
import { bookingDirections, countProblems, flightOf, payments, type Booking } from './booking.ts';
import { isBookingId } from './bookingId.ts';
import { fnv1a } from './fnv1a.ts';

/** The fields of a booking that its code holds. */
type CodedBooking = Omit<Booking, 'name' | 'address' | 'sign'>;

/** A hash in four letters: shows that a code was cut or changed by hand. It is no signature. */
function checksum(text: string): string {
  return fnv1a(text).toString(36).padStart(4, '0').slice(-4);
}

/**
 * The last line of a booking's message: `#AT2 7k2m9xq4hc 20261128T1830 from las-condes p3 b4 k2,5 w fLA123 c18000 r12 de card
 * =k3f9`.
 * @param id of `newBookingId`
 */
export function bookingCode(booking: CodedBooking, id: string): string {
  const { date, time, childAges, wheelchair, flight, pesos } = booking;
  const payload = [
    id,
    `${date.replaceAll('-', '')}T${time.replace(':', '')}`,
    booking.direction,
    booking.route === '' ? '-' : booking.route,
    `p${booking.people}`,
    `b${booking.bags}`,
    childAges.length > 0 && `k${childAges.join()}`,
    wheelchair && 'w',
    flight !== '' && `f${flight}`,
    pesos !== null && `c${pesos}`,
    `r${booking.release}`,
    booking.language,
    booking.payment,
  ]
    .filter((token) => token !== false)
    .join(' ');
  return `#AT2 ${payload} =${checksum(payload.toLowerCase())}`;
}

/** A whole code, also over several lines; its groups are the body, from the version on, and the checksum. */
export const codePattern = /#(AT[12](?:\s+[a-z0-9,-]+){8,13})\s+=([a-z0-9]{4})(?![a-z0-9])/gi;

const bodyPattern =
  /^(?:at1|at2 ([a-z0-9]{10})) (\d{4})(\d\d)(\d\d)t(\d\d)(\d\d) (from|to) ([a-z0-9-]{1,60}) p(\d{1,2}) b(\d{1,2})(?: k(\d{1,2}(?:,\d{1,2}){0,3}))?( w)?(?: f([a-z0-9]{3,8}))?(?: c(\d{1,8}))? r(\d{1,9}) ([a-z]{2}) ([a-z]+)$/;

/** A code as it was read. */
interface DecodedBooking {
  /** Null in `#AT1`, which messages of an earlier version end with. */
  readonly id: string | null;
  readonly booking: CodedBooking;
}

/**
 * Reads the groups that `codePattern` finds, in capitals too.
 * @returns null for a code that was changed, or that no booking has
 */
export function readCode(body: string, sum: string): DecodedBooking | null {
  const words = body.replace(/\s+/g, ' ').toLowerCase();
  const found = bodyPattern.exec(words);
  // The checksum leaves out the version: `#AT1` never had it in.
  const payload = words.slice(words.indexOf(' ') + 1);
  if (!found || checksum(payload) !== sum.toLowerCase()) return null;
  const [id = null, ...tokens] = found.slice(1);
  const booking = codedBookingOf(tokens);
  return booking && (id === null || isBookingId(id)) ? { id, booking } : null;
}

/** The booking in the groups of `bodyPattern` behind the id. */
function codedBookingOf(tokens: readonly (string | undefined)[]): CodedBooking | null {
  const [year, month, day, hour, minute, direction, route, people, bags, ages, wheel, flight, pesos] = tokens;
  const [release, language, payment] = tokens.slice(13);
  const booking = {
    direction: bookingDirections.find((each) => each === direction),
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    flight: flight === undefined ? '' : flightOf(flight),
    route: route === '-' ? '' : route!,
    people: Number(people),
    bags: Number(bags),
    childAges: ages === undefined ? [] : ages.split(',').map(Number),
    wheelchair: wheel !== undefined,
    payment: payments.find((each) => each === payment),
    language,
    pesos: pesos === undefined ? null : Number(pesos),
    release: Number(release),
  };
  return isCoded(booking) ? booking : null;
}

/** A booking of which some fields may be none that the app knows. */
type Unchecked = Omit<CodedBooking, 'direction' | 'payment' | 'language' | 'flight'> & {
  readonly [Field in 'direction' | 'payment' | 'language' | 'flight']: string | null | undefined;
};

function isCoded(booking: Unchecked): booking is CodedBooking {
  const { direction, payment, language, flight, date, time } = booking;
  // `Date` takes 31 February for a day of March.
  const isMoment =
    Number.isFinite(Date.parse(`${date}T${time}Z`)) &&
    new Date(`${date}T00:00Z`).getUTCDate() === Number(date.slice(8));
  const isComplete =
    direction !== undefined && payment !== undefined && isLanguage(language) && flight !== null;
  return isMoment && isComplete && Object.keys(countProblems(booking as CodedBooking)).length === 0;
}
