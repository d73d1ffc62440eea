import { getAuth } from '../data/auth.ts';
import { toDataError } from '../data/errors.ts';
import { insertReview } from '../data/reviews.ts';
import { locked } from '../util/locked.ts';
import { keepRunning, type Next } from '../util/retry.ts';
import { announceReviews, onReviews } from './channel.ts';
import { deliveryOrder, outcomeOf, type Outcome } from './decisions.ts';
import { forgetReview, storeReview, storedReviews, type StoredReview } from './reviewStore.ts';

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

const elsewhere: Outcome = { kind: 'later', stop: true, wait: 0 };

/**
 * Earlier versions of the app stored reviews under the key of the link on the screen, which is reserved now. Derives
 * another key, always the same one, so that such a review still arrives once.
 */
function neighbourKey(key: string): string {
  const last = Number.parseInt(key.slice(-1), 16);
  return key.slice(0, -1) + (last ^ 1).toString(16);
}

async function send(owner: ReviewOwner, rating: StoredReview): Promise<Outcome> {
  if (!(await isSignedIn(owner))) return elsewhere;
  const { driverId, stars, key, shownLink } = rating;
  try {
    await insertReview(driverId, stars, key, shownLink);
    return outcomeOf(null);
  } catch (error) {
    const outcome = outcomeOf(toDataError(error));
    if (outcome.kind === 'refused' && outcome.code === 'rating_link_key')
      return send(owner, { ...rating, key: neighbourKey(key), shownLink: key });
    // If another tab has signed somebody else in meanwhile, the refusal was not about this review.
    return outcome.kind === 'refused' && !(await isSignedIn(owner)) ? elsewhere : outcome;
  }
}

async function settle(rating: StoredReview, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'delivered') {
    failures.delete(rating.key);
    await forgetReview(rating.key);
  } else if (outcome.kind === 'refused') {
    console.error('The backend refused a rating', outcome.code, rating);
    await storeReview({ ...rating, refused: outcome.code });
  } else {
    failures.set(rating.key, (failures.get(rating.key) ?? 0) + 1);
    notBefore = performance.now() + outcome.wait;
    return;
  }
  announceReviews('settled');
}

/**
 * Tries to deliver each of the owner's stored reviews once. Never rejects.
 * @param withRefused include reviews that were refused before
 * @returns milliseconds before the next attempt at the earliest; null when nothing is left to deliver
 */
export async function deliverReviews(owner: ReviewOwner, withRefused = false): Promise<number | null> {
  const wait = () => Math.max(0, notBefore - performance.now());
  try {
    // Two tabs may deliver the same review after all: its key makes that one row.
    return await locked('ratings', lockTimeoutMs, async () => {
      let left = false;
      for (const rating of deliveryOrder(await storedReviews(owner.driverId), failures, withRefused)) {
        if (wait() > 0) return wait();
        const outcome = await send(owner, rating);
        await settle(rating, outcome);
        if (outcome.kind !== 'later') continue;
        if (outcome.stop) return wait();
        left = true;
      }
      return left ? wait() : null;
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
