import type { ReviewReason } from '../../shared/reviews.ts';
import { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import { within } from '../util/time/within.ts';
import { announceReviews } from './channel.ts';
import { startCooldown } from './cooldown.ts';
import { withReasons, type GivenReview } from './reasons.ts';
import { changeReview, storeReview, type StoredReview } from './reviewStore.ts';

/*
 * The outbox of reviews. A review is first stored on the device, then delivered (`delivery.ts`).
 *
 * Each review belongs to one driver: it is stored under the driver's id, delivered only in that driver's session, and
 * counted on no other driver's screen. Undelivered reviews survive a sign-out. They hold no personal data (a random id,
 * one to five stars, a time; no name, no text) and are delivered when the same driver signs in on this device again.
 */

/** Some browsers never finish a write. After this time the review is sent directly instead. */
const writeTimeoutMs = 3_000;

/**
 * Stores a passenger's review on the device and starts the cooldown. Without IndexedDB (private windows of some
 * browsers, a full disk) it sends the review directly. The same key is always the same review.
 * @throws DataError when the review could be neither stored nor sent
 */
export async function giveReview(rating: GivenReview & Pick<StoredReview, 'shownLink'>): Promise<void> {
  try {
    await within(writeTimeoutMs, storeReview({ ...rating, givenAt: Date.now() }));
    announceReviews('given');
  } catch (error) {
    console.error('The rating could not be stored on this device', error);
    await insertReview(rating);
  }
  startCooldown();
}

/**
 * Stores the reasons that the passenger has chosen so far. Never rejects: reasons are optional, and the review is safe.
 * @param isFinal the passenger has finished; else the reasons are sent once the time for changing them is over
 */
export async function giveReasons(
  review: GivenReview,
  reasons: readonly ReviewReason[],
  isFinal: boolean,
): Promise<void> {
  try {
    const change = (current: StoredReview | undefined) =>
      withReasons(current, review, reasons, isFinal, Date.now());
    await within(writeTimeoutMs, changeReview(review.key, change));
    announceReviews('given');
  } catch (error) {
    console.error('The reasons could not be stored on this device', error);
    if (!isFinal || reasons.length === 0) return;
    await addReviewReasons(review.key, reasons).catch((failure: unknown) =>
      console.error('The reasons could not be sent', failure),
    );
  }
}
