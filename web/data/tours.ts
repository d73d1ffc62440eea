import { getDatabase } from './client.ts';
import { unwrap } from './errors.ts';
import { toTours, type Tour } from './tourRows.ts';

/** The time-based routes. */
export async function listTours(): Promise<Tour[]> {
  return toTours(unwrap(await getDatabase().from('time_based_routes').select('*')));
}
