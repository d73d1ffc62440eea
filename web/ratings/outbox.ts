import { insertReview } from '../data/reviews.ts';
import { announceRatings, onRatings } from './channel.ts';
import { startRest } from './cooldown.ts';
import { keepRating, keptRatings, type KeptRating } from './store.ts';

/**
 * The queue of ratings. A rating is first written onto the device, then delivered (`ratingsDelivery.ts`).
 *
 * What belongs to a driver stays a driver's: a rating is kept under the driver's id, is delivered only in a session of
 * that driver, and is counted on no other driver's screen. Ratings that are unsent survive a sign-out: they are the
 * passengers' word, not personal data (a random id, one to five stars, a time; no name, no text), and are delivered
 * when the same driver signs in on this device again. Before signing out, call `deliverRatings`, and warn when
 * `pendingRatings` still counts some.
 */

/** How long a browser may take to write. Some never answer; then the rating is sent at once instead. In milliseconds. */
const writeTimeout = 3_000;

async function keepInTime(rating: KeptRating): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not answer')), writeTimeout);
  });
  try {
    await Promise.race([keepRating(rating), tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Takes a passenger's rating; when this resolves, it is safe on the device, and the button rests. Without IndexedDB
 * (private windows of some browsers, a full disk) it is sent at once instead, and is safe when that resolves. Repeated
 * with the same key it is still one rating.
 * @throws DataError of that attempt, when it was needed and failed
 */
export async function giveRating(rating: Omit<KeptRating, 'givenAt' | 'refused'>): Promise<void> {
  try {
    await keepInTime({ ...rating, givenAt: Date.now() });
    announceRatings('given');
  } catch (error) {
    console.error('The rating cannot be kept on this device', error);
    await insertReview(rating.driverId, rating.stars, rating.key, rating.shownLink);
  }
  startRest();
}

export interface PendingRatings {
  /** On their way. */
  readonly waiting: number;
  /** Kept although the backend will not take them. */
  readonly refused: number;
}

/** How many ratings of a driver this device keeps; none where it cannot keep any. Never rejects. */
export async function pendingRatings(driverId: string): Promise<PendingRatings> {
  const kept = await keptRatings(driverId).catch(() => []);
  const refused = kept.filter((rating) => rating.refused !== undefined).length;
  return { waiting: kept.length - refused, refused };
}

/** Runs `listener` with `pendingRatings` now and whenever it changes, in whatever tab. Returns what ends it. */
export function followPendingRatings(
  driverId: string,
  listener: (pending: PendingRatings) => void,
): () => void {
  let followed = true;
  const count = async () => {
    const pending = await pendingRatings(driverId);
    if (followed) listener(pending);
  };
  const unsubscribe = onRatings(() => void count());
  void count();
  return () => {
    followed = false;
    unsubscribe();
  };
}
