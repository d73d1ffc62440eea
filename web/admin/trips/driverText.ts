import { formatPesos } from '../../../shared/content/pesos.ts';
import type { Trip } from '../../data/trips/trips.ts';
import { formatIn } from '../parts/useFormat.ts';
import { joined, type TripWriter } from './tripWords.ts';

/** The lines about one trip, as its driver needs them. Never the passenger's number: the text leaves the company. */
function linesOf(trip: Trip, driver: string, writer: TripWriter): readonly string[] {
  const { texts: t } = writer.t;
  const isOff = trip.driver_id !== driver || trip.state === 'cancelled';
  if (isOff) return [t.off(trip.code, writer.when(trip), writer.way(trip))];
  const isChanged = trip.told_at !== null && trip.changed_at !== null && trip.told_at < trip.changed_at;
  return [
    `${isChanged ? `${t.changed} ` : ''}*${trip.clock ?? ''}* ${writer.way(trip)} (${trip.code})`,
    joined([
      trip.name,
      writer.load(trip),
      writer.flight(trip),
      trip.payment && joined([trip.pesos !== null && formatPesos(trip.pesos), t.payments[trip.payment]], ' '),
      trip.agency && joined([trip.agency, trip.voucher], ' '),
    ]),
    ...[trip.sign_text && t.sign(trip.sign_text), trip.note].flatMap((line) => line || []),
  ];
}

/**
 * One WhatsApp text, in Spanish, with the trips of a driver, also those that the driver has lost since the last text.
 * @param trips by hour @param driver id
 */
export function driverText(
  driver: { readonly id: string; readonly name: string },
  trips: readonly Trip[],
  writer: TripWriter,
): string {
  const { texts: t } = writer.t;
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
