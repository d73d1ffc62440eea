import { toTours, type Tour, type TourRow } from './tourRows.ts';
import { requestAsNobody } from './publicPages.ts';

/** The time-based routes. Reads without a session: waiting for one takes long without a network. */
export async function listPublicTours(): Promise<Tour[]> {
  return toTours((await requestAsNobody('time_based_routes?select=*')) as TourRow[]);
}
