import { getAuth } from '../data/client.ts';
import { toDataError } from '../data/errors.ts';
import { insertReview } from '../data/reviews.ts';
import { keepRunning, type Next } from '../util/retry.ts';
import { announceRatings, onRatings } from './channel.ts';
import { deliveryOrder, outcomeOf, type Outcome } from './decisions.ts';
import { forgetRating, keepRating, keptRatings, type KeptRating } from './store.ts';

/** For whom ratings are delivered. */
export interface RatingOwner {
  readonly userId: string;
  readonly driverId: string;
}

/** A tab that was put to sleep in the middle of a delivery must not stop the others for good. In milliseconds. */
const patience = 30_000;

const failures = new Map<string, number>();
/** On the page's own clock, which is never set. */
let notBefore = 0;

/**
 * One tab at a time. Where there are no locks (pages served without TLS), or the tab that holds it sleeps, two may
 * deliver the same rating: its key makes one row of it.
 */
async function alone<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return work();
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), patience);
  try {
    return await locks.request('ratings', { signal: waiting.signal }, () => {
      clearTimeout(timer);
      return work();
    });
  } catch (error) {
    if (!waiting.signal.aborted) throw error;
    return work();
  }
}

/** Whether the session on this device is the owner's. An access token that has expired is refreshed by asking. */
async function isSignedIn({ userId }: RatingOwner): Promise<boolean> {
  const { data } = await getAuth().getSession();
  return data.session?.user.id === userId;
}

const elsewhere: Outcome = { kind: 'later', stop: true, wait: 0 };

/**
 * Earlier versions of the app rated with the key of the link on the screen, which is reserved now. What they kept goes
 * under the next key: always the same one, so that it still arrives once.
 */
function neighbourKey(key: string): string {
  const last = Number.parseInt(key.slice(-1), 16);
  return key.slice(0, -1) + (last ^ 1).toString(16);
}

async function send(owner: RatingOwner, rating: KeptRating): Promise<Outcome> {
  if (!(await isSignedIn(owner))) return elsewhere;
  const { driverId, stars, key, shownLink } = rating;
  try {
    await insertReview(driverId, stars, key, shownLink);
    return outcomeOf(null);
  } catch (error) {
    const outcome = outcomeOf(toDataError(error));
    if (outcome.kind === 'refused' && outcome.code === 'rating_link_key')
      return send(owner, { ...rating, key: neighbourKey(key), shownLink: key });
    // Another tab may have signed somebody else in meanwhile: then it was not this rating that was refused.
    return outcome.kind === 'refused' && !(await isSignedIn(owner)) ? elsewhere : outcome;
  }
}

async function settle(rating: KeptRating, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'delivered') {
    failures.delete(rating.key);
    await forgetRating(rating.key);
  } else if (outcome.kind === 'refused') {
    console.error('The backend does not take a rating', outcome.code, rating);
    await keepRating({ ...rating, refused: outcome.code });
  } else {
    failures.set(rating.key, (failures.get(rating.key) ?? 0) + 1);
    notBefore = performance.now() + outcome.wait;
    return;
  }
  announceRatings('settled');
}

/**
 * Sends what is kept of the owner's ratings, once through. Never rejects.
 * @param withRefused also what was refused before
 * @returns in how many milliseconds it is worth trying again at the earliest; null when nothing is left to send
 */
export async function deliverRatings(owner: RatingOwner, withRefused = false): Promise<number | null> {
  const wait = () => Math.max(0, notBefore - performance.now());
  try {
    return await alone(async () => {
      let left = false;
      for (const rating of deliveryOrder(await keptRatings(owner.driverId), failures, withRefused)) {
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
    console.error('The kept ratings cannot be read', error);
    return 0;
  }
}

/**
 * Delivers the owner's ratings while the screen is shown: at once, after each rating, and with backoff while some are
 * left. Ratings that the backend refused are retried once at the start.
 * @returns stop
 */
export function startDelivery(owner: RatingOwner): () => void {
  const stopping = new AbortController();
  let withRefused = true;
  const deliver = async (): Promise<Next> => {
    const wait = await deliverRatings(owner, withRefused);
    withRefused &&= wait !== null;
    if (wait === null) return 'idle';
    return wait > 0 ? wait : 'backoff';
  };
  const wake = keepRunning(deliver, stopping.signal);
  const unsubscribe = onRatings((event) => {
    if (event === 'given') wake();
  });
  return () => {
    stopping.abort();
    unsubscribe();
  };
}
