import { toTours, type Tour, type TourRow } from './tourRows.ts';
import { askAsNobody } from './visitors.ts';

/** The time-based routes, without a client: for public pages. */
export async function listPublicTours(): Promise<Tour[]> {
  return toTours((await askAsNobody('time_based_routes?select=*')) as TourRow[]);
}
