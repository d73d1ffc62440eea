import { anonymousReviewer, emptyComment } from '../../shared/limits.ts';
import { DataError } from './errors.ts';
import { limitedDatabase } from './rateLimits.ts';

/**
 * Rates a driver. Repeating it with the same key writes nothing more.
 * @param rating whole stars, 1 to 5
 * @param key of `newUuid`
 * @param shownLink the key of the link that was shown meanwhile: it is closed, unless a passenger has opened it
 * @throws RateLimitError when this driver got too many within an hour
 * @throws DataError `42501` for another driver than the caller's own
 */
export async function insertReview(
  driverId: string,
  rating: number,
  key: string,
  shownLink?: string,
): Promise<void> {
  const { database, toError } = limitedDatabase();
  const { error, status } = await database.from('reviews').insert({
    driver_id: driverId,
    rating,
    user_name: anonymousReviewer,
    comment: emptyComment,
    idempotency_key: key,
    ...(shownLink !== undefined && { shown_link: shownLink }),
  });
  if (error) {
    const failure = toError(error, status);
    if (failure.code === '23505') return;
    throw failure;
  }
  // A public Wi-Fi may respond with its own page in place of the backend.
  if (status !== 201) throw new DataError('unreadable', `HTTP ${status} instead of 201`, status, true);
}
