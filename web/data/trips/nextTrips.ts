import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { Trip } from './trips.ts';

const columns = [
  'id',
  'code',
  'state',
  'day',
  'clock',
  'direction',
  'route',
  'from_text',
  'to_text',
  'name',
  'is_forgotten',
  'driver_name',
  'is_external',
  'external_name',
  'needs',
] as const satisfies readonly (keyof Trip)[];

/** A trip of the next hours. */
export type NextTrip = Pick<Trip, (typeof columns)[number]>;

const hourMs = 60 * 60_000;
/** The hours before now, for trips that are late, and those after it. */
const [hoursBefore, hoursAhead] = [1, 36];
const mostTrips = 5;

/** The trips of today and tomorrow whose passenger is not on board yet, the next ones first, and those late by an hour at most. */
export async function nextTrips(signal: AbortSignal): Promise<readonly NextTrip[]> {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
  const query = getDatabase()
    .from('trip_list')
    .select(columns.join(','))
    .in('state', ['requested', 'confirmed', 'on_way', 'waiting'])
    .gte('pickup_at', hoursFromNow(-hoursBefore))
    .lt('pickup_at', hoursFromNow(hoursAhead));
  const rows: unknown = unwrap(
    await query.order('pickup_at').order('id').limit(mostTrips).abortSignal(signal),
  );
  return rows as readonly NextTrip[];
}
