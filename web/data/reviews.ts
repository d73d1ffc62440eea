import { anonymousReviewer, emptyComment } from '../../shared/limits.ts';
import { getDatabase } from './client.ts';
import { toDataError, unwrap } from './errors.ts';

/** Every rating (1 to 5) a driver has got. */
export async function getRatings(driverId: string): Promise<number[]> {
  const rows = unwrap(await getDatabase().from('reviews').select('rating').eq('driver_id', driverId));
  return rows.map(({ rating }) => rating);
}

/**
 * Rates a driver.
 * @param rating whole stars, 1 to 5
 * @throws DataError `42501` for another driver than the caller's own
 */
export async function insertReview(driverId: string, rating: number): Promise<void> {
  const { error, status } = await getDatabase()
    .from('reviews')
    .insert({ driver_id: driverId, rating, user_name: anonymousReviewer, comment: emptyComment });
  if (error) throw toDataError(error, status);
}
