import {
  bookingDirections,
  bookingLimits,
  flightOf,
  payments,
  type Booking,
  type BookingDirection,
  type Payment,
} from '../../../shared/booking/booking.ts';
import { isBookingId, newBookingId } from '../../../shared/booking/bookingId.ts';
import { readPrefill } from '../../../shared/booking/prefill.ts';
import { quoteOf } from '../../../shared/booking/quote.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import { fieldText } from '../../../shared/booking/withoutMarks.ts';
import type { Language } from '../../../shared/languages.ts';
import type { Release } from '../../data/content/releases.ts';
import { isShared } from '../../session/memory.ts';
import { isOneOf, storedValue } from '../../util/storedValue.ts';

/** The form as it is typed. */
export interface BookingValues {
  /** The booking's id, of `newBookingId`. */
  readonly id: string;
  readonly direction: BookingDirection;
  readonly date: string;
  readonly time: string;
  readonly flight: string;
  /** Empty: another place. */
  readonly route: string;
  readonly address: string;
  readonly people: string;
  readonly bags: string;
  readonly childAges: string;
  readonly wheelchair: boolean;
  readonly name: string;
  /** For a trip from the airport. */
  readonly sign: string;
  readonly payment: Payment;
}

const emptyFields: Omit<BookingValues, 'id'> = {
  direction: 'to',
  date: '',
  time: '',
  flight: '',
  route: '',
  address: '',
  people: '1',
  bags: '1',
  childAges: '',
  wheelchair: false,
  name: '',
  sign: '',
  payment: 'cash',
};

/** An empty form, for a booking of its own. */
export const newValues = (): BookingValues => ({ ...emptyFields, id: newBookingId() });

/** The form as it is stored; earlier versions of the app stored it without an id, or without a sign. */
type StoredValues = Omit<BookingValues, LaterField> & Partial<Pick<BookingValues, LaterField>>;
type LaterField = 'id' | 'sign';

const isDirection = isOneOf(...bookingDirections);
const isPayment = isOneOf(...payments);

function isStoredValues(value: unknown): value is StoredValues {
  if (typeof value !== 'object' || value === null) return false;
  const values = value as Readonly<Record<string, unknown>>;
  const complete: typeof values = { sign: '', ...values };
  const isTyped = Object.entries(emptyFields).every(
    ([name, empty]) => typeof complete[name] === typeof empty,
  );
  const hasId = values['id'] === undefined || isBookingId(values['id']);
  return isTyped && hasId && isDirection(values['direction']) && isPayment(values['payment']);
}

/** Keeps the form on the passenger's own phone, and nowhere else, until it is sent or cleared. */
export const storedBooking = storedValue('booking', isStoredValues);

/** Stores the form as it is typed, unless other passengers use this device too. */
export function storeBooking(values: BookingValues): void {
  if (!isShared()) storedBooking.write(values);
}

/**
 * The form as it opens: what was typed before, and what the address fills in, which is a booking of its own.
 * @param fragment of the address, without `#`
 */
export function openingValues(fragment: string): BookingValues {
  const given = readPrefill(fragment);
  const { people, bags, ...prefill } = given;
  const opened = newValues();
  const stored = isShared() ? null : storedBooking.read();
  const isOver = stored !== null && stored.date !== '' && stored.date < chileanDay(new Date());
  return {
    ...opened,
    ...stored,
    // The stored id may be that of another trip, which was sent before it was changed.
    ...((isOver || Object.keys(given).length > 0) && { id: opened.id }),
    ...prefill,
    ...(people !== undefined && { people: String(people) }),
    ...(bags !== undefined && { bags: String(bags) }),
  };
}

/** The way back: a booking of its own, the same trip in the other direction, on a day that is not known yet. */
export function turnedRound(values: BookingValues): BookingValues {
  const direction = values.direction === 'from' ? 'to' : 'from';
  return { ...values, id: newBookingId(), direction, date: '', time: '', flight: '', sign: '' };
}

const countPattern = /^\s*\d+\s*$/;
/** Numbers with commas or words between them: `2, 5`, `2 y 5`. */
const agesPattern = /^\s*\d+(?:(?:\s*[,;/+]\s*|\s+(?:\p{L}+\s+)?)\d+)*\s*$/u;

/** The number in a field; `NaN` where it holds none. */
const countOf = (typed: string): number => (countPattern.test(typed) ? Number(typed) : Number.NaN);

function agesOf(typed: string): readonly number[] {
  if (typed.trim() === '') return [];
  return agesPattern.test(typed) ? (typed.match(/\d+/g) ?? []).map(Number) : [Number.NaN];
}

/** The booking that the form holds, with the price that the release has for its day; it may have problems. */
export function bookingOf(values: BookingValues, language: Language, { id, content }: Release): Booking {
  // A route that the company has deleted since.
  const isKnown = content.routes.some((route) => route.id === values.route);
  const route = isKnown ? values.route : '';
  const flight = values.flight.trim();
  const { direction, date, time, wheelchair, payment } = values;
  return {
    direction,
    date,
    time,
    wheelchair,
    payment,
    route,
    flight: flightOf(flight) ?? flight,
    address: fieldText(values.address),
    name: fieldText(values.name),
    sign: direction === 'from' ? fieldText(values.sign, bookingLimits.signCharacters) : '',
    people: countOf(values.people),
    bags: countOf(values.bags),
    childAges: agesOf(values.childAges),
    language,
    pesos: quoteOf(content, { route, date, time })?.pesos ?? null,
    release: id,
  };
}
