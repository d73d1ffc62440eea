import { bookingDirections, flightOf, payments, spanishDirections, type Booking } from './booking.ts';
import { codePattern, readCode } from './code.ts';
import { chatMessages, type ChatMessage } from './messages.ts';
import { bookingGreeting, spanishLabels as labels, spanishPayments, spanishYes } from './texts.ts';

export interface ParsedBooking {
  /** The same in every message about one trip; null in the messages of an earlier version (`#AT1`). */
  readonly id: string | null;
  readonly booking: Booking;
  /** The name or number of the sender; null where the text does not have it. */
  readonly sender: string | null;
  readonly text: string;
  /** Fields that the sentences and the code say differently: somebody changed the message by hand. */
  readonly differs: readonly (keyof Booking)[];
}

/** A message that asks for a booking and has no readable code. */
export interface UnreadBooking {
  readonly sender: string | null;
  readonly text: string;
  /** `noCode`: written freely. `damaged`: the code is cut or changed. */
  readonly problem: 'noCode' | 'damaged';
  /** As far as its sentences could be read. */
  readonly found: Partial<Booking>;
}

export interface ParsedBookings {
  readonly bookings: readonly ParsedBooking[];
  readonly unread: readonly UnreadBooking[];
}

const escaped = (text: string) => text.replace(/[()]/g, String.raw`\$&`);
const anyLabel = Object.values(labels).map(escaped).join('|');

/** The text behind a label; it ends with the line, or before the next label where the lines were joined. */
function labelled(text: string, label: string): string | null {
  const pattern = new RegExp(`${escaped(label)}: (.*?)(?=$| (?:${anyLabel}): )`, 'm');
  return pattern.exec(text)?.[1]?.trim() ?? null;
}

function numbersIn(text: string | null): readonly number[] | null {
  return text === null ? null : (text.match(/\d+/g) ?? []).map(Number);
}

/** Reads the price, which is followed by other sentences where the lines were joined. */
function pesosIn(text: string): number | null {
  const [amount] = /^\$[\d.]+/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount.replace(/\D/g, ''));
}

/** Reads the Spanish lines of a message, those that are there. */
function readSentences(text: string): Partial<Booking> {
  const read = (name: keyof typeof labels) => labelled(text, labels[name]);
  const trip = read('trip') ?? '';
  const [, day, month, year, time] = /(\d\d)-(\d\d)-(\d{4}) (\d\d:\d\d)/.exec(trip) ?? [];
  const direction = bookingDirections.find((each) => trip.startsWith(spanishDirections[each]));
  const flight = flightOf(read('flight') ?? '');
  const [people] = numbersIn(read('people')) ?? [];
  const [bags] = numbersIn(read('bags')) ?? [];
  const payment = payments.find((each) => read('payment')?.startsWith(spanishPayments[each]));
  const price = read('price');
  return {
    ...(direction && { direction }),
    ...(time !== undefined && { date: `${year}-${month}-${day}`, time }),
    ...(flight !== null && { flight }),
    address: read('address') ?? '',
    ...(people !== undefined && { people }),
    ...(bags !== undefined && { bags }),
    childAges: numbersIn(read('childAges')) ?? [],
    wheelchair: read('wheelchair')?.startsWith(spanishYes) ?? false,
    name: read('name') ?? '',
    sign: read('sign') ?? '',
    ...(payment && { payment }),
    ...(price !== null && { pesos: pesosIn(price) }),
  };
}

/** The fields that a dispatcher acts on. */
const compared = ['direction', 'date', 'time', 'flight', 'people', 'bags', 'payment', 'pesos'] as const;

function bookingOf(text: string, sender: string | null, body: string, sum: string) {
  const code = readCode(body, sum);
  if (!code) return unreadOf(text, sender);
  const { id, booking: coded } = code;
  const found = readSentences(text);
  const { name = '', address = '', sign = '' } = found;
  const differs = compared.filter((field) => field in found && found[field] !== coded[field]);
  return { id, booking: { ...coded, name, address, sign }, sender, text, differs };
}

const codeBeginning = /#\s?AT[12]/i;

function unreadOf(text: string, sender: string | null): UnreadBooking {
  return {
    sender,
    text,
    problem: codeBeginning.test(text) ? 'damaged' : 'noCode',
    found: readSentences(text),
  };
}

const asksForBooking = (text: string): boolean => codeBeginning.test(text) || /quiero reservar/i.test(text);

/** The texts of one message that may be bookings: each begins with `bookingGreeting`, where the text has it. */
function parseMessage({ sender, text }: ChatMessage): readonly (ParsedBooking | UnreadBooking)[] {
  const parsed: (ParsedBooking | UnreadBooking)[] = [];
  const addUnread = (rest: string) => {
    const parts = rest
      .split(bookingGreeting)
      .map((part, index) => (index === 0 ? part : bookingGreeting + part));
    parsed.push(...parts.filter(asksForBooking).map((part) => unreadOf(part.trim(), sender)));
  };
  let end = 0;
  for (const found of text.matchAll(codePattern)) {
    const [code, body = '', sum = ''] = found;
    const before = text.slice(end, found.index);
    const begin = Math.max(0, before.lastIndexOf(bookingGreeting));
    addUnread(before.slice(0, begin));
    parsed.push(bookingOf((before.slice(begin) + code).trim(), sender, body, sum));
    end = found.index + code.length;
  }
  addUnread(text.slice(end));
  return parsed;
}

/**
 * Reads the bookings in texts from WhatsApp: one message or many, quoted, in bold, as a link, or the export of a chat. Other
 * messages of an export are left out; a text that was pasted alone is reported where nothing in it is a booking.
 */
export function parseBookings(pasted: string): ParsedBookings {
  const messages = chatMessages(pasted);
  const parsed = messages.flatMap(parseMessage);
  const [alone] = messages;
  if (parsed.length === 0 && messages.length === 1 && alone?.sender === null)
    return { bookings: [], unread: [unreadOf(alone.text.trim(), null)] };
  return {
    bookings: parsed.filter((each) => 'booking' in each),
    unread: parsed.filter((each) => 'problem' in each),
  };
}
