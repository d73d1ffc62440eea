import { toDataError } from '../data/errors.ts';
import type { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import type { tapTrip } from '../data/trips/taps.ts';
import { outcomeOf, type Outcome } from './decisions.ts';
import { isTap, type StoredEntry, type StoredReview } from './entries.ts';

/** The calls that a delivery makes. */
export interface OutboxBackend {
  readonly insertReview: typeof insertReview;
  readonly addReviewReasons: typeof addReviewReasons;
  readonly tapTrip: typeof tapTrip;
  /** Whether the session on this device is still that of the driver whose entries are delivered. */
  readonly isSignedIn: () => Promise<boolean>;
  /** The clock of this device, in milliseconds since 1970. */
  readonly now: () => number;
}

/** Delivers an entry. Repeating it after a lost response writes nothing more. */
export async function sendEntry(entry: StoredEntry, backend: OutboxBackend): Promise<Outcome> {
  const elsewhere: Outcome = { kind: 'later', stop: true, wait: 0 };
  if (!(await backend.isSignedIn())) return elsewhere;
  try {
    const { key } = entry;
    // An attempt may be the tenth: its age is that of this moment.
    const waitedMs = backend.now() - entry.givenAt;
    if (isTap(entry)) await backend.tapTrip({ ...entry.tap, key, waitedMs });
    else await sendReview(entry, waitedMs, backend);
    return outcomeOf(null);
  } catch (error) {
    const outcome = outcomeOf(toDataError(error));
    // If another tab has signed somebody else in meanwhile, the refusal was not about this entry.
    return outcome.kind === 'refused' && !(await backend.isSignedIn()) ? elsewhere : outcome;
  }
}

/** Sends a review with its reasons. @throws DataError unless the review is there; refused reasons are given up */
async function sendReview(review: StoredReview, waitedMs: number, backend: OutboxBackend): Promise<void> {
  const { key, reasons = [] } = review;
  const isNew = !review.delivered && (await backend.insertReview({ ...review, waitedMs }));
  // The review may have arrived before the passenger chose.
  if (isNew || reasons.length === 0) return;
  try {
    await backend.addReviewReasons(key, reasons);
  } catch (error) {
    const outcome = outcomeOf(toDataError(error));
    if (outcome.kind !== 'refused' || !(await backend.isSignedIn())) throw error;
    console.error('The backend refused the reasons of a rating', outcome.code, review);
  }
}
