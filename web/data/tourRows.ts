import * as v from 'valibot';
import type { Database } from '../../shared/database.types.ts';

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

export type TourRow = Database['public']['Tables']['time_based_routes']['Row'];

/** The time-based routes as screens show them. A stop without a place is left out. */
export function toTours(rows: readonly TourRow[]): Tour[] {
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
