import { bookingLimits, flightOf } from '../../../shared/booking/booking.ts';
import { quoteOf } from '../../../shared/booking/quote.ts';
import { phoneOf } from '../../../shared/chile/phone.ts';
import { chileanStampAfter } from '../../../shared/chile/stampAfter.ts';
import { chileanMoments } from '../../../shared/chile/time.ts';
import { defaultBufferMinutes } from '../../../shared/content/waiting.ts';
import { isLanguage } from '../../../shared/languages.ts';
import type { PriceVerdict, TripPayment } from '../../../shared/trips.ts';
import type { Release } from '../../data/content/releases.ts';
import type { Trip, TripRecord, TripPerson } from '../../data/trips/trips.ts';
import { changedValues } from '../../forms/changedValues.ts';
import { isEmail } from '../../forms/isEmail.ts';
import { parsePesos, parseWhole } from '../../util/parseWhole.ts';
import { existsTime } from './intake/messages.ts';

/** As much of a trip as a form begins with. */
export type TripStart = Partial<TripRecord & TripPerson>;

/** The fields that are stored as they are typed. */
const writtenNames = ['name', 'email', 'agency', 'voucher', 'note'] as const;
/** Those whose stored value is their text. */
const plainNames = [...writtenNames, 'phone', 'route', 'minutes', 'flight', 'pesos'] as const;

/** The fields of a trip as they are typed. From the airport, day and time are those of the landing. */
export function tripTextsOf(trip: TripStart) {
  const { direction = 'from', language } = trip;
  const landing = direction === 'from' && trip.landing_day ? trip : null;
  const plain = plainNames.map((name) => [name, `${trip[name] ?? ''}`]);
  return {
    ...(Object.fromEntries(plain) as Record<(typeof plainNames)[number], string>),
    direction,
    day: landing?.landing_day ?? trip.day ?? '',
    time: landing?.landing_clock ?? trip.clock ?? '',
    secondHour: trip.second_hour ?? false,
    buffer: `${trip.buffer_minutes ?? defaultBufferMinutes}`,
    address: (direction === 'from' ? trip.to_text : trip.from_text) ?? '',
    from: trip.from_text ?? '',
    to: trip.to_text ?? '',
    people: `${trip.people ?? 1}`,
    bags: `${trip.bags ?? 0}`,
    childAges: (trip.child_ages ?? []).join(', '),
    wheelchair: trip.wheelchair ?? false,
    payment: trip.payment ?? ('' as TripPayment | ''),
    language: isLanguage(language) ? language : ('es' as const),
    sign: trip.sign_text ?? '',
  };
}

export type TripTexts = ReturnType<typeof tripTextsOf>;

const orNull = (text: string): string | null => text.trim() || null;
const agesIn = (text: string) =>
  text.split(/[\s,;]+/).flatMap((age) => (age === '' ? [] : [parseWhole(age)]));

/** Whether the clock of a day shows a time twice, as it does when summer ends. */
export const repeatsHour = (day: string, clock: string): boolean => chileanMoments(day, clock).length > 1;

/** The pick-up after a landing, as `2026-11-28 15:00`; null while something is missing. */
export function landingPickup({ day, time, buffer, secondHour }: TripTexts): string | null {
  const minutes = parseWhole(buffer);
  return typeof minutes === 'number' ? chileanStampAfter(day, time, minutes, secondHour) : null;
}

/** The price of the release for the route, the day and the hour that are typed. */
export function presentPrice(
  { direction, route, day, time }: TripTexts,
  { content }: Release,
): number | null {
  const isRoute = direction !== 'other' && route !== '';
  return isRoute ? (quoteOf(content, { route, date: day, time })?.pesos ?? null) : null;
}

function whenOf({ direction, day, time, buffer, secondHour }: TripTexts): Partial<TripRecord> {
  const second_hour = secondHour && repeatsHour(day, time);
  if (direction !== 'from')
    return { day: orNull(day), clock: orNull(time), landing_day: null, landing_clock: null, second_hour };
  const landing = { landing_day: orNull(day), landing_clock: orNull(time) };
  return { ...landing, buffer_minutes: parseWhole(buffer) ?? defaultBufferMinutes, second_hour };
}

/** The ends of the way: one of them is the airport, unless both are typed. */
function endsOf({ direction, address, from, to }: TripTexts) {
  const isOther = direction === 'other';
  return {
    from_text: direction === 'from' ? null : orNull(isOther ? from : address),
    to_text: direction === 'to' ? null : orNull(isOther ? to : address),
  };
}

function valuesOf(texts: TripTexts): TripStart {
  const { direction, flight, phone } = texts;
  return {
    ...whenOf(texts),
    direction,
    route: direction === 'other' ? null : orNull(texts.route),
    minutes: parseWhole(texts.minutes) ?? null,
    flight: flightOf(flight) ?? orNull(flight),
    people: parseWhole(texts.people) ?? 1,
    bags: parseWhole(texts.bags) ?? 0,
    child_ages: agesIn(texts.childAges).map((age) => age ?? 0),
    wheelchair: texts.wheelchair,
    pesos: parseWhole(texts.pesos) ?? null,
    payment: texts.payment || null,
    language: texts.language,
    phone: phoneOf(phone) ?? orNull(phone),
    sign_text: orNull(texts.sign),
    ...Object.fromEntries(writtenNames.map((name) => [name, orNull(texts[name])])),
    ...endsOf(texts),
  };
}

/** The check of a price that the office saves. One that the office has typed itself is agreed, whatever the release says. */
function verdictOf(texts: TripTexts, base: Trip | null, release: Release): PriceVerdict | null {
  const { pesos = null } = valuesOf(texts);
  const present = presentPrice(texts, release);
  if (pesos === null) return 'unquoted';
  if (pesos === present) return 'same';
  if (!base || base.pesos !== pesos) return null;
  return present === null ? base.price_check : 'changed';
}

/** The fields from which the price of the release follows, and the price itself. */
export const pricedFields = ['pesos', 'route', 'day', 'clock', 'landing_day', 'landing_clock'] as const;

/** The values to save of what is typed: those of a whole trip, or those of one that have changed. */
export function tripChangeOf(texts: TripTexts, base: Trip | null, release: Release): TripStart {
  const values = valuesOf(texts);
  const price = { price_check: verdictOf(texts, base, release), price_release: release.id };
  if (!base) return { ...values, ...price, state: 'confirmed', source: 'office' };
  const changed: TripStart = changedValues(valuesOf(tripTextsOf(base)), values);
  const { landing_day, landing_clock, buffer_minutes } = values;
  const hasLanding = texts.direction === 'from';
  const isMoved = 'landing_day' in changed || 'landing_clock' in changed || 'buffer_minutes' in changed;
  return {
    ...changed,
    // A trip may have no landing yet: half of one would be dropped.
    ...(hasLanding && isMoved && { landing_day, landing_clock, buffer_minutes }),
    ...(pricedFields.some((name) => name in changed) && { price_check: price.price_check }),
    ...('pesos' in changed && { price_release: price.price_release }),
  };
}

type TripProblem = 'required' | 'noSuchTime' | 'flight' | 'number' | 'seats' | 'phone_invalid' | 'email';

type TripProblems = { readonly [Field in keyof TripTexts]?: TripProblem };

function countsOf(texts: TripTexts): TripProblems {
  const fits = (text: string, least: number, most: number, isOptional = false) => {
    const value = parseWhole(text);
    return value === undefined ? isOptional : value !== null && value >= least && value <= most;
  };
  const ages = agesIn(texts.childAges);
  // As in the passenger's form, where people counts the children too.
  const seats = Math.min(bookingLimits.childSeats, parseWhole(texts.people) || 1);
  return {
    ...(!fits(texts.people, 1, 60) && { people: 'number' }),
    ...(!fits(texts.bags, 0, 60, true) && { bags: 'number' }),
    ...(!fits(texts.minutes, 1, 1440, true) && { minutes: 'number' }),
    ...(!fits(texts.buffer, 0, 240) && texts.direction === 'from' && { buffer: 'number' }),
    ...(parsePesos(texts.pesos) === null && { pesos: 'number' }),
    ...(ages.some((age) => age == null || age > 17) && { childAges: 'number' }),
    ...(ages.length > seats && { childAges: 'seats' }),
  };
}

/** The problems of what is typed. A time that is past is none: the office also writes down trips that have begun. */
export function tripProblemsOf(texts: TripTexts, isNew: boolean): TripProblems {
  const { direction, day, time, flight, phone } = texts;
  const isPlaced = texts.route !== '' || orNull(texts.address) !== null;
  return {
    ...countsOf(texts),
    ...(day === '' && { day: 'required' }),
    ...(time === '' && { time: 'required' }),
    ...(day !== '' && time !== '' && !existsTime(day, time) && { time: 'noSuchTime' }),
    ...(flight.trim() !== '' && flightOf(flight) === null && { flight: 'flight' }),
    ...(phone.trim() !== '' && phoneOf(phone) === null && { phone: 'phone_invalid' }),
    ...(texts.email.trim() !== '' && !isEmail(texts.email) && { email: 'email' }),
    // A trip whose passenger was deleted has neither, and can be corrected still.
    ...(isNew && orNull(texts.name) === null && { name: 'required' }),
    ...(isNew && direction !== 'other' && !isPlaced && { address: 'required' }),
    ...(isNew && direction === 'other' && orNull(texts.from) === null && { from: 'required' }),
  };
}

const turned = { from: 'to', to: 'from', other: 'other' } as const;

/** The way back of a trip, for a new one: the same passenger and the other direction, without day and time. */
export function returnOf(trip: Trip): TripStart {
  const { name, phone, email, people, bags, child_ages, wheelchair } = trip;
  const { direction, route, minutes, from_text, to_text, language, agency, payment } = trip;
  const passenger = { name, phone, email, people, bags, child_ages, wheelchair };
  const way = { direction: turned[direction], route, minutes, from_text: to_text, to_text: from_text };
  return { ...passenger, ...way, language, agency, payment };
}

/** The fields that a second trip of a booking shares with the first. */
export function copyOf(trip: Trip): TripStart {
  const { day, clock, second_hour, landing_day, landing_clock, price_release, price_check } = trip;
  const time = { day, clock, second_hour, landing_day, landing_clock };
  return { ...valuesOf(tripTextsOf(trip)), ...time, price_release, price_check };
}
