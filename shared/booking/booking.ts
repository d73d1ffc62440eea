import { chileanMoment, chileanStamp } from '../chile/time.ts';
import type { Language } from '../languages.ts';
import { fieldText } from './withoutMarks.ts';

/** From the airport, or to it, in the words of the message. */
export const spanishDirections = { from: 'desde el aeropuerto', to: 'hacia el aeropuerto' } as const;
export type BookingDirection = keyof typeof spanishDirections;
export const bookingDirections = Object.keys(spanishDirections) as readonly BookingDirection[];

export const payments = ['cash', 'card', 'transfer'] as const;
export type Payment = (typeof payments)[number];

/** A trip as a passenger books it in one WhatsApp message. */
export interface Booking {
  readonly direction: BookingDirection;
  /** A day in Chile, as `2026-11-28`. */
  readonly date: string;
  /** The clock in Chile, as `18:30`: from the airport, when the flight lands; to it, when the vehicle has to come. */
  readonly time: string;
  /** As `LA1234`; empty where the passenger names none. */
  readonly flight: string;
  /** The id of a route of the release; empty for a place without one. */
  readonly route: string;
  /** Hotel and address; may be empty where there is a route. */
  readonly address: string;
  readonly people: number;
  readonly bags: number;
  /** The ages, in years, of the children who need a seat. */
  readonly childAges: readonly number[];
  readonly wheelchair: boolean;
  readonly name: string;
  /** The text of the driver's sign at the airport, in any script; empty for the surname. */
  readonly sign: string;
  readonly payment: Payment;
  /** The passenger's language. */
  readonly language: Language;
  /** The quoted price; null where no price was in force and the passenger asks for one. */
  readonly pesos: number | null;
  /** The id of the release that the price stands in. */
  readonly release: number;
}

/** The largest values that a booking may have. With them its message stays within `maxMessageCharacters`. */
export const bookingLimits = {
  nameCharacters: 40,
  addressCharacters: 70,
  signCharacters: 40,
  people: 20,
  bags: 30,
  childSeats: 4,
  childAgeYears: 12,
  aheadDays: 400,
} as const;

/** Two letters or a letter and a digit, as IATA names airlines, or three letters, as ICAO does; then the number. */
const flightPattern = /^(?:[A-Z]{2,3}|[A-Z][0-9]|[0-9][A-Z])[0-9]{1,4}[A-Z]?$/;

/** The number of a flight as airports write it (`la 0123` is `LA123`); null for a text that is none. */
export function flightOf(text: string): string | null {
  const bare = text.toUpperCase().replace(/[\s.·/-]/g, '');
  if (!flightPattern.test(bare)) return null;
  return bare.replace(/^(..[A-Z]?)0+(?=[0-9])/, '$1');
}

/** Why a field is no good for a booking. */
export type BookingProblem = 'required' | 'past' | 'far' | 'noSuchTime' | 'flight' | 'number' | 'seats';
export type BookingProblems = { readonly [Field in keyof Booking]?: BookingProblem };

const dayMs = 86_400_000;

function whenProblems({ date, time }: Booking, now: Date): BookingProblems {
  if (date === '' || time === '')
    return { ...(date === '' && { date: 'required' }), ...(time === '' && { time: 'required' }) };
  const moment = chileanMoment(date, time);
  if (moment === null) return { date: 'noSuchTime' };
  if (moment.getTime() < now.getTime()) return { date: 'past' };
  if (moment.getTime() > now.getTime() + bookingLimits.aheadDays * dayMs) return { date: 'far' };
  // The hour that clocks skip when summer begins.
  return chileanStamp(moment.toISOString()) === `${date} ${time}` ? {} : { time: 'noSuchTime' };
}

const isWhole = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most;

/** Whether numbers of people, bags and seats are ones that a vehicle can carry. */
export function countProblems({
  people,
  bags,
  childAges,
}: Pick<Booking, 'people' | 'bags' | 'childAges'>): BookingProblems {
  const fitsAges = childAges.every((age) => isWhole(age, 0, bookingLimits.childAgeYears));
  return {
    ...(!isWhole(people, 1, bookingLimits.people) && { people: 'number' }),
    ...(!isWhole(bags, 0, bookingLimits.bags) && { bags: 'number' }),
    ...(!fitsAges && { childAges: 'number' }),
    ...(childAges.length > Math.min(bookingLimits.childSeats, people) && { childAges: 'seats' }),
  };
}

/** The fields that the passenger has to mend before the booking can be sent. */
export function bookingProblems(booking: Booking, now: Date): BookingProblems {
  const { flight, route, address, name } = booking;
  return {
    ...whenProblems(booking, now),
    ...countProblems(booking),
    ...(flight !== '' && flightOf(flight) === null && { flight: 'flight' }),
    ...(route === '' && fieldText(address) === '' && { address: 'required' }),
    ...(fieldText(name) === '' && { name: 'required' }),
  };
}
