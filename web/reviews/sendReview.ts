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
    // If another tab has signed somebody else in meanwhile, the refusal was not about this review.
    if (!(await backend.isSignedIn())) return elsewhere;
    if (!isThere) return outcome;
    console.error('The backend refused the reasons of a rating', outcome.code, review);
    return outcomeOf(null);
  }
}
