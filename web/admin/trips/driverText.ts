import type { Route } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import type { Trip } from '../../data/trips/trips.ts';
import type { trips } from '../../i18n/es/fleet/trips.ts';
import { formatIn } from '../parts/useFormat.ts';

type TripTexts = typeof trips.texts;

/** The words for papers and texts for drivers: Spanish, whatever the panel's language, as drivers read it. */
export interface TripWriter {
  readonly t: TripTexts;
  readonly routes: readonly Route[];
}

const given = (parts: readonly (string | null | undefined | false)[]): readonly string[] =>
  parts.filter((part): part is string => typeof part === 'string' && part !== '');

/** The way of a trip, with the addresses: «Aeropuerto → Las Condes, Hotel Plaza». */
export function wayOf(trip: Trip, { t, routes }: TripWriter): string {
  const route = routes.find(({ id }) => id === trip.route)?.name.es;
  const [from, to] = [
    trip.direction === 'from'
      ? t.airport
      : given([trip.direction === 'to' && route, trip.from_text]).join(', '),
    trip.direction === 'to'
      ? t.airport
      : given([trip.direction === 'from' && route, trip.to_text]).join(', '),
  ];
  return given([from, to]).join(' → ');
}

/** How people name the time of a trip: at night with both days. */
export function whenOf({ day, clock, other_day: other }: Trip, t: TripTexts): string {
  if (day === null || clock === null) return t.withoutDay;
  const { plainLongWeekday } = formatIn('es');
  if (other === null) return `${plainLongWeekday(day)}, ${clock}`;
  const [first, second] = other < day ? [other, day] : [day, other];
  return `${clock}, ${t.night(plainLongWeekday(first), plainLongWeekday(second))}`;
}

/** People, bags, child seats and a wheelchair, in words. */
export function loadOf({ people, bags, child_ages: ages, wheelchair }: Trip, t: TripTexts): string {
  return given([
    t.people(people, `${people}`),
    bags > 0 && t.bags(bags, `${bags}`),
    ages.length > 0 && t.childSeats(ages.join(', ')),
    wheelchair && t.wheelchair,
  ]).join(', ');
}

/** The flight, and when it lands where somebody knows it. */
export function flightWords({ flight, landing_clock: landing }: Trip, t: TripTexts): string {
  if (flight === null) return '';
  return landing === null ? t.flight(flight) : t.landing(flight, landing);
}

/** The lines about one trip, as its driver needs them. Never the passenger's number: the text leaves the company. */
function linesOf(trip: Trip, driver: string, writer: TripWriter): readonly string[] {
  const { t } = writer;
  const isOff = trip.driver_id !== driver || trip.state === 'cancelled';
  if (isOff) return [t.off(trip.code, whenOf(trip, t), wayOf(trip, writer))];
  const isChanged = trip.told_at !== null && trip.changed_at !== null && trip.told_at < trip.changed_at;
  return [
    `${isChanged ? `${t.changed} ` : ''}*${trip.clock ?? ''}* ${wayOf(trip, writer)} (${trip.code})`,
    given([
      trip.name,
      loadOf(trip, t),
      trip.flight && flightWords(trip, t),
      trip.payment &&
        given([trip.pesos !== null && formatPesos(trip.pesos), t.payments[trip.payment]]).join(' '),
      trip.agency && given([trip.agency, trip.voucher]).join(' '),
    ]).join(' · '),
    ...given([trip.sign_text && t.sign(trip.sign_text), trip.note]),
  ];
}

/**
 * One WhatsApp text with the trips of a driver, also those that the driver has lost since the last text.
 * @param trips by hour @param driver id
 */
export function driverText(
  driver: { readonly id: string; readonly name: string },
  trips: readonly Trip[],
  writer: TripWriter,
): string {
  const { t } = writer;
  const days = [...new Set(trips.map(({ day }) => day ?? ''))].sort();
  const parts = days.map((day) =>
    [
      `*${formatIn('es').plainLongWeekday(day)}*`,
      ...trips.filter((trip) => trip.day === day).flatMap((trip) => linesOf(trip, driver.id, writer)),
    ].join('\n'),
  );
  const [firstName = ''] = driver.name.split(' ');
  return [t.greeting(firstName), ...parts, t.farewell].join('\n\n');
}

/** The drivers of a day and the trips that each has to hear of: the own ones, and those that were taken away after the text. */
export function tripsByDriver(trips: readonly Trip[]): ReadonlyMap<string, readonly Trip[]> {
  const pairs = trips.flatMap((trip) => {
    const own =
      trip.driver_id !== null && (trip.is_live || trip.state === 'cancelled') ? [trip.driver_id] : [];
    // A cancelled trip that its driver never heard of needs no word.
    const hears = trip.is_live || trip.told_at !== null ? own : [];
    return [...hears, ...trip.untold].map((driver) => [driver, trip] as const);
  });
  const groups = Map.groupBy(pairs, ([driver]) => driver);
  return new Map([...groups].map(([driver, of]) => [driver, of.map(([, trip]) => trip)]));
}

/** Whether a driver has to be told of one of the trips. */
export function isOwed(driver: string, trips: readonly Trip[]): boolean {
  return trips.some(
    ({ driver_id: own, told_at: told, changed_at: changed, untold }) =>
      untold.includes(driver) || (own === driver && (told === null || (changed !== null && told < changed))),
  );
}
