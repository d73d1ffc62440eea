import { countProblems, type Booking } from '../../../../shared/booking/booking.ts';
import { parseBookings, type ParsedBooking, type UnreadBooking } from '../../../../shared/booking/parse.ts';
import { fieldText } from '../../../../shared/booking/withoutMarks.ts';
import { phoneOf } from '../../../../shared/chile/phone.ts';
import { chileanMoment, chileanStamp } from '../../../../shared/chile/time.ts';
import type { Content } from '../../../../shared/content/content.ts';
import type { TakenMessage, TripRecord, TripPerson } from '../../../data/trips/trips.ts';
import { checkPrice } from '../priceCheck.ts';

/** A message for `takeMessages`. */
export interface PastedMessage extends TakenMessage {
  /** It has no readable code: a request whose data somebody has to type. */
  readonly isUnread: boolean;
}

/** The contents of the releases that messages name, and of the newest one. */
export interface PriceReleases {
  readonly newest: Content;
  readonly named: ReadonlyMap<number, Content>;
}

/** The most that `trip_people` holds of each text. */
const maxCharacters = { name: 80, place: 120, sign: 40, message: 2000 } as const;

const longestText = 4000;

/** A text that the database can store, with its line breaks: without control characters and halves of characters. */
const storable = (text: string, most: number): string =>
  text
    .slice(0, most)
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();

/** The beginning of a text in one line; null for an empty one. */
const lineOrNull = (text: string, most: number): string | null => fieldText(text, most) || null;

/** Whether the clock of a day shows this time; it skips an hour when summer begins. */
export function existsTime(day: string, clock: string): boolean {
  const moment = chileanMoment(day, clock);
  return moment !== null && chileanStamp(moment.toISOString()) === `${day} ${clock}`;
}

type SentText = Pick<ParsedBooking, 'sender' | 'text'>;

/** A text as one sender's, however its lines were broken. */
const keyOf = ({ sender, text }: SentText): string =>
  `${phoneOf(sender ?? '') ?? sender ?? ''}|${text.replace(/\s+/g, ' ')}`;

/** The key from which the id of a booking's trip follows: its own id; in a message of the first version, sender and code. */
function messageKey({ id, sender, text }: SentText & Pick<ParsedBooking, 'id'>): string {
  return id ?? keyOf({ sender, text: text.slice(Math.max(0, text.search(/#AT\d/i))) });
}

/** Day and time: from the airport those of the landing, which the server turns into the pick-up. */
function whenOf({ direction, date, time }: Partial<Booking>): Partial<TripRecord> {
  // One message with an hour that the clocks skip would refuse all others of the call.
  if (!date || !time || !existsTime(date, time)) return {};
  if (direction !== 'from') return { day: date, clock: time };
  return { landing_day: date, landing_clock: time };
}

/** The fields of a trip that a booking says, those that it has. */
function fieldsOf(booking: Partial<Booking>): Partial<TripRecord> {
  const { direction, flight, people, bags, childAges, wheelchair, payment, pesos } = booking;
  const problems = countProblems({ people: people ?? 1, bags: bags ?? 0, childAges: childAges ?? [] });
  return {
    state: 'requested',
    source: 'message',
    ...whenOf(booking),
    ...(direction && { direction }),
    ...(flight && { flight }),
    ...(people !== undefined && !problems.people && { people }),
    ...(bags !== undefined && !problems.bags && { bags }),
    ...(childAges && !problems.childAges && { child_ages: childAges }),
    ...(wheelchair !== undefined && { wheelchair }),
    ...(payment && { payment }),
    ...(pesos != null && pesos < 100_000_000 && { pesos }),
  };
}

function personOf(
  { name = '', address = '', sign = '', direction }: Partial<Booking>,
  phone: string | null,
  message: string,
): Partial<TripPerson> {
  const place = lineOrNull(address, maxCharacters.place);
  const called = lineOrNull(name, maxCharacters.name);
  const shown = lineOrNull(sign, maxCharacters.sign);
  // A proposal has what the message says, and takes nothing away that another one has said.
  return {
    ...(called && { name: called }),
    ...(shown && { sign_text: shown }),
    ...(phone && { phone }),
    ...(place && (direction === 'from' ? { to_text: place } : { from_text: place })),
    message: storable(message, maxCharacters.message) || null,
  };
}

/** The message of a booking whose code could be read. */
export function readMessage(
  { id, booking, sender, text, differs }: ParsedBooking,
  { newest, named }: PriceReleases,
): PastedMessage {
  const isChanged = differs.length > 0;
  return {
    key: messageKey({ id, sender, text }),
    text: storable(text, longestText),
    fields: {
      ...fieldsOf(booking),
      route: booking.route || null,
      minutes: newest.routes.find(({ id }) => id === booking.route)?.minutes ?? null,
      price_release: booking.release,
      price_check: isChanged ? 'disputed' : checkPrice(booking, named.get(booking.release) ?? null, newest),
      language: booking.language,
    },
    person: personOf(booking, phoneOf(sender ?? ''), text),
    isUnread: false,
  };
}

/** The request of a message without a readable code: its text, and as much as its sentences say. */
export function unreadMessage({ sender, text, found }: Omit<UnreadBooking, 'problem'>): PastedMessage {
  const key = storable(keyOf({ sender, text }), longestText);
  return {
    key,
    // Two passengers may write the same words.
    text: key,
    fields: fieldsOf(found),
    person: personOf(found, phoneOf(sender ?? ''), text),
    isUnread: true,
  };
}

/** The ids of the releases that these bookings name. */
export function namedReleases(
  bookings: readonly { readonly booking: Pick<Booking, 'release'> }[],
): readonly number[] {
  return [...new Set(bookings.map(({ booking }) => booking.release))];
}

/**
 * Reads a pasted text: one message, many, or the export of a chat.
 * @param releasesOf reads the releases that the messages name
 */
export async function readMessages(
  pasted: string,
  releasesOf: (ids: readonly number[]) => Promise<PriceReleases>,
): Promise<readonly PastedMessage[]> {
  const { bookings, unread } = parseBookings(pasted);
  const releases = bookings.length > 0 ? await releasesOf(namedReleases(bookings)) : null;
  return [
    ...bookings.flatMap((parsed) => (releases ? [readMessage(parsed, releases)] : [])),
    ...unread.map(unreadMessage),
  ];
}
