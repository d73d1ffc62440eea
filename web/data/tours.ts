import * as v from 'valibot';
import { getDatabase } from './client.ts';
import { unwrap } from './errors.ts';

const stopSchema = v.object({
  place: v.string(),
  duration: v.fallback(v.string(), ''),
  description: v.fallback(v.string(), ''),
});

export type TourStop = v.InferOutput<typeof stopSchema>;

export interface Tour {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** `3hours`; any other value means a full day. */
  readonly duration: string;
  readonly taxiTime: string;
  readonly stops: readonly TourStop[];
}

/** The time-based routes. A stop without a place is left out. */
export async function listTours(): Promise<Tour[]> {
  const rows = unwrap(await getDatabase().from('time_based_routes').select('*'));
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description ?? '',
    duration: row.duration,
    taxiTime: row.taxiTime ?? '',
    stops: Array.isArray(row.stops)
      ? row.stops.filter((stop) => v.is(stopSchema, stop)).map((stop) => v.parse(stopSchema, stop))
      : [],
  }));
}
