import { toDataError } from '../data/errors.ts';
import type { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import { outcomeOf, type Outcome } from './decisions.ts';
import type { StoredReview } from './reviewStore.ts';

/** The calls that a delivery makes. */
export interface ReviewBackend {
  readonly insertReview: typeof insertReview;
  readonly addReviewReasons: typeof addReviewReasons;
  /** Whether the session on this device is still that of the driver whose reviews are delivered. */
  readonly isSignedIn: () => Promise<boolean>;
}

const elsewhere: Outcome = { kind: 'later', stop: true, wait: 0 };

/**
 * Earlier versions of the app stored reviews under the key of the link on the screen, which is reserved now. Derives
 * another key, always the same one, so that such a review still arrives once.
 */
function neighbourKey(key: string): string {
  const last = Number.parseInt(key.slice(-1), 16);
  return key.slice(0, -1) + (last ^ 1).toString(16);
}

/** Delivers a review with its reasons. Repeating it after a lost response writes nothing more. */
export async function sendReview(review: StoredReview, backend: ReviewBackend): Promise<Outcome> {
  if (!(await backend.isSignedIn())) return elsewhere;
  const { key, reasons = [], givenAt } = review;
  let isThere = review.delivered === true;
  try {
    const isNew = !isThere && (await backend.insertReview({ ...review, waitedMs: Date.now() - givenAt }));
    isThere = true;
    // The review may have arrived before the passenger chose.
    if (!isNew && reasons.length > 0) await backend.addReviewReasons(key, reasons);
    return outcomeOf(null);
  } catch (error) {
    const outcome = outcomeOf(toDataError(error));
    if (outcome.kind !== 'refused') return outcome;
    if (outcome.code === 'rating_link_key')
      return sendReview({ ...review, key: neighbourKey(key), shownLink: key }, backend);
    // If another tab has signed somebody else in meanwhile, the refusal was not about this review.
    if (!(await backend.isSignedIn())) return elsewhere;
    if (!isThere) return outcome;
    console.error('The backend refused the reasons of a rating', outcome.code, review);
    return outcomeOf(null);
  }
}
