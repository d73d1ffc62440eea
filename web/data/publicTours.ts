import { toTours, type Tour, type TourRow } from './tourRows.ts';
import { askAsNobody } from './publicPages.ts';

/** The time-based routes. Everybody may read them, so no session is waited for, which without a network takes long. */
export async function listPublicTours(): Promise<Tour[]> {
  return toTours((await askAsNobody('time_based_routes?select=*')) as TourRow[]);
}
