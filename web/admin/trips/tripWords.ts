import type { Route } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { Trip } from '../../data/trips/trips.ts';
import type { trips } from '../../i18n/es/fleet/trips.ts';
import { formatIn } from '../parts/useFormat.ts';

/** The words for trips in a language, and the routes whose names they have. */
export interface TripWriter {
  readonly t: typeof trips;
  readonly routes: readonly Route[];
}

/** The parts that there are, in one text. */
export function joined(parts: readonly (string | null | undefined | false)[], separator = ' · '): string {
  return parts.filter(Boolean).join(separator);
}

/** The name of a route in Spanish; its id where the release has it no longer. */
export function routeName(id: string | null, routes: readonly Route[]): string | null {
  return routes.find((route) => route.id === id)?.name.es ?? id;
}

/**
 * The way of a trip: «Aeropuerto → Las Condes, Hotel Plaza».
 * @param isShort the address without the name of its route
 */
export function wayOf(
  trip: Pick<Trip, 'direction' | 'route' | 'from_text' | 'to_text'>,
  { t, routes }: TripWriter,
  isShort = false,
): string {
  const { direction, from_text: from, to_text: to } = trip;
  const route = routeName(trip.route, routes);
  const isOther = direction === 'other';
  if (isOther && !from && !to) return route ?? t.noPlace;
  const placeOf = (text: string | null) =>
    joined([!isOther && !(isShort && text) && route, text], ', ') || t.noPlace;
  return `${direction === 'from' ? t.airport : placeOf(from)} → ${direction === 'to' ? t.airport : placeOf(to)}`;
}

/** Both days of a trip at night, which people call by the one and by the other; null by day. */
export function nightOf(
  { day, other_day: other }: Pick<Trip, 'day' | 'other_day'>,
  { t }: Pick<TripWriter, 't'>,
  dayText: (day: string) => string,
): string | null {
  if (day === null || other === null) return null;
  const [first, last] = day < other ? [day, other] : [other, day];
  return t.night(dayText(first), dayText(last));
}

/** The time of a trip as drivers read it, in Spanish: at night with both days. */
export function whenOf(trip: Trip, writer: Pick<TripWriter, 't'>): string {
  const { day, clock } = trip;
  if (day === null || clock === null) return writer.t.texts.withoutDay;
  const { plainLongWeekday } = formatIn('es');
  const night = nightOf(trip, writer, plainLongWeekday);
  return night ? `${clock}, ${night}` : `${plainLongWeekday(day)}, ${clock}`;
}

/** People, bags, child seats and a wheelchair, in words. */
export function loadOf(
  { people, bags, child_ages: ages, wheelchair }: Pick<Trip, 'people' | 'bags' | 'child_ages' | 'wheelchair'>,
  { t }: Pick<TripWriter, 't'>,
): string {
  return joined([
    t.peopleCount(people, `${people}`),
    bags > 0 && t.bagCount(bags, `${bags}`),
    ages.length > 0 && t.seatsFor(ages.join(', ')),
    wheelchair && t.wheelchair,
  ]);
}

/** The flight, and when it lands where somebody knows it. */
export function flightWords({ flight, landing_clock: landing }: Trip, { t }: Pick<TripWriter, 't'>): string {
  if (flight === null) return '';
  return landing === null ? t.texts.flight(flight) : t.texts.landing(flight, landing);
}

/** The price, in words for one that nobody has set. */
export function priceOf(pesos: number | null, { t }: Pick<TripWriter, 't'>): string {
  return pesos === null ? t.inquire : formatPesos(pesos);
}
