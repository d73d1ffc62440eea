import { getAuth } from '../data/session/auth.ts';
import { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import { locked } from '../util/locked.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { announceReviews, onReviews } from './channel.ts';
import { deliveryOrder, type Outcome } from './decisions.ts';
import { afterSending, readyParts, reasonsDelay } from './reasons.ts';
import { changeReview, storedReviews, type StoredReview } from './reviewStore.ts';
import { sendReview } from './sendReview.ts';

/** The session and the driver whose reviews are delivered. */
export interface ReviewOwner {
  readonly userId: string;
  readonly driverId: string;
}

/** A tab that fell asleep during a delivery must not block the others for good. */
const lockTimeoutMs = 30_000;

/** Without anything to deliver, the store is read again after this time. */
const pollIntervalMs = 15 * 60_000;

const failures = new Map<string, number>();
/** On the monotonic clock of the page (`performance.now()`). */
let notBefore = 0;

/** Whether the session on this device is the owner's. `getSession` refreshes an expired access token. */
async function isSignedIn({ userId }: ReviewOwner): Promise<boolean> {
  const { data } = await getAuth().getSession();
  return data.session?.user.id === userId;
}

async function settle(sent: StoredReview, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'later') {
    failures.set(sent.key, (failures.get(sent.key) ?? 0) + 1);
    notBefore = performance.now() + outcome.wait;
    return;
  }
  if (outcome.kind === 'delivered') failures.delete(sent.key);
  else console.error('The backend refused a rating', outcome.code, sent);
  // When this change is lost, the review is sent once more, which writes nothing.
  await changeReview(sent.key, (current) => afterSending(current, sent, outcome));
  announceReviews('settled');
}

/**
 * Tries to deliver each of the owner's stored reviews once. Never rejects.
 * @param withRefused include reviews that were refused before
 * @returns milliseconds before the next attempt at the earliest; null when nothing is left to deliver
 */
export async function deliverReviews(owner: ReviewOwner, withRefused = false): Promise<number | null> {
  const wait = () => Math.max(0, notBefore - performance.now());
  const backend = { insertReview, addReviewReasons, isSignedIn: () => isSignedIn(owner) };
  try {
    // Two tabs may deliver the same review after all: its key makes that one row.
    return await locked('ratings', lockTimeoutMs, async () => {
      let left = false;
      let nextReasons = Infinity;
      const stored = await storedReviews(owner.driverId);
      // Reasons that become due later may have changed since they were read.
      const readAt = Date.now();
      for (const rating of deliveryOrder(stored, failures, withRefused)) {
        if (wait() > 0) return wait();
        const delay = reasonsDelay(rating, readAt);
        if (delay > 0) nextReasons = Math.min(nextReasons, delay);
        const sent = readyParts(rating, readAt);
        if (!sent) continue;
        const outcome = await sendReview(sent, backend);
        await settle(sent, outcome);
        if (outcome.kind !== 'later') continue;
        if (outcome.stop) return wait();
        left = true;
      }
      if (left) return wait();
      return nextReasons < Infinity ? nextReasons : null;
    });
  } catch (error) {
    // IndexedDB may fail for a moment, for example while the disk is full.
    console.error('The stored ratings could not be read', error);
    return 0;
  }
}

/**
 * Delivers the owner's reviews until `signal`: at once, after each new review, when the device is online again, when the
 * page becomes visible, and after a backoff. Refused reviews are retried once at the start.
 */
export function startDelivery(owner: ReviewOwner, signal: AbortSignal): void {
  if (signal.aborted) return;
  let withRefused = true;
  const deliver = async (): Promise<Next> => {
    const wait = await deliverReviews(owner, withRefused);
    withRefused &&= wait !== null;
    return wait === null ? pollIntervalMs : wait || 'backoff';
  };
  const wake = keepRunning(deliver, signal);
  onReviews((event) => {
    if (event === 'given') wake();
  }, signal);
}
