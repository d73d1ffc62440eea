import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

export const tripReportParts = ['total', 'driver', 'route', 'agency', 'method'] as const;
export type TripReportPart = (typeof tripReportParts)[number];

/** The figures of the trips of a driver, a route, an agency or a way of paying. Amounts in pesos. */
export type TripFigures = Known<
  FunctionRow<'trip_report'>,
  {
    readonly part: TripReportPart;
    /** The name of a driver or agency; null for what has a name elsewhere, and for a driver who was deleted. */
    readonly name: string | null;
  }
>;

/** The figures of the trips of a period, both days included, as `2026-11-28`. */
export async function loadTripReport(
  since: string,
  until: string,
  signal: AbortSignal,
): Promise<readonly TripFigures[]> {
  return unwrap(
    await getDatabase().rpc('trip_report', { since, until }).abortSignal(signal),
  ) as readonly TripFigures[];
}
