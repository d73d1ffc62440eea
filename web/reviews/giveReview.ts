import type { ReviewReason } from '../../shared/reviews.ts';
import { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import { announceOutbox } from '../outbox/channel.ts';
import { reviewOf, type StoredEntry, type StoredReview } from '../outbox/entries.ts';
import { withReasons, type GivenReview } from '../outbox/reasons.ts';
import { changeEntry } from '../outbox/store.ts';
import { storeOrSend, writeTimeoutMs } from '../outbox/storeOrSend.ts';
import { within } from '../util/time/within.ts';
import { startCooldown } from './cooldown.ts';

/**
 * Stores a passenger's review on the device and starts the cooldown.
 * @throws DataError when the review could be neither stored nor sent
 */
export async function giveReview(rating: GivenReview & Pick<StoredReview, 'shownLink'>): Promise<void> {
  await storeOrSend({ ...rating, givenAt: Date.now() }, () => insertReview(rating));
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
    const change = (current: StoredEntry | undefined) =>
      withReasons(reviewOf(current), review, reasons, isFinal, Date.now());
    await within(writeTimeoutMs, changeEntry(review.key, change));
    announceOutbox('given');
  } catch (error) {
    console.error('The reasons could not be stored on this device', error);
    if (!isFinal || reasons.length === 0) return;
    await addReviewReasons(review.key, reasons).catch((failure: unknown) =>
      console.error('The reasons could not be sent', failure),
    );
  }
}
