import { anonymousReviewer, emptyComment } from '../../../shared/limits.ts';
import type { ReviewReason } from '../../../shared/reviews.ts';
import { secondsWaited } from '../../util/time/secondsWaited.ts';
import { getDatabase } from '../database.ts';
import { DataError, toDataError } from '../errors.ts';
import { limitedDatabase } from '../rateLimits.ts';

export interface NewReview {
  readonly driverId: string;
  /** Whole stars, 1 to 5. */
  readonly stars: number;
  /** Made by `newUuid`. */
  readonly key: string;
  /** The key of the link that was shown meanwhile: it is closed, unless a passenger has opened it. */
  readonly shownLink?: string;
  readonly reasons?: readonly ReviewReason[];
  /** How long the review has waited on this device; negative if the clock was set back meanwhile. */
  readonly waitedMs?: number;
}

/** A shorter wait is the way of the request, and no shift ends meanwhile. */
const minWaitSeconds = 60;

function waitOf({ waitedMs = 0 }: NewReview) {
  const seconds = secondsWaited(waitedMs);
  return Math.abs(seconds) >= minWaitSeconds && { seconds_waited: seconds };
}

/**
 * Rates a driver. Repeating it with the same key writes nothing more.
 * @returns false if a review with this key was there already: its reasons are those of the first call
 * @throws RateLimitError when this driver got too many within an hour
 * @throws DataError `42501` for another driver than the caller's own
 */
export async function insertReview(review: NewReview): Promise<boolean> {
  const { driverId, stars, key, shownLink, reasons = [] } = review;
  const { database, toError } = limitedDatabase();
  const { error, status } = await database.from('reviews').insert({
    driver_id: driverId,
    rating: stars,
    user_name: anonymousReviewer,
    comment: emptyComment,
    idempotency_key: key,
    ...(shownLink !== undefined && { shown_link: shownLink }),
    ...(reasons.length > 0 && { reasons: [...reasons] }),
    ...waitOf(review),
  });
  if (error) {
    const failure = toError(error, status);
    if (failure.code === '23505') return false;
    throw failure;
  }
  // A public Wi-Fi may respond with its own page in place of the backend.
  if (status !== 201) throw new DataError('unreadable', `HTTP ${status} instead of 201`, status, true);
  return true;
}

/**
 * Adds the reasons to a delivered review. The first reasons stay, so repeating it changes nothing.
 * @throws DataError `review_not_found` for a review that is not the caller's own, or is older than a day
 */
export async function addReviewReasons(key: string, reasons: readonly ReviewReason[]): Promise<void> {
  const { error, status } = await getDatabase().rpc('add_review_reasons', {
    review_key: key,
    reasons: [...reasons],
  });
  if (error) throw toDataError(error, status);
  if (status !== 204) throw new DataError('unreadable', `HTTP ${status} instead of 204`, status, true);
}
