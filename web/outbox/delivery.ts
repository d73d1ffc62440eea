import { getAuth } from '../data/session/auth.ts';
import { addReviewReasons, insertReview } from '../data/reviews/reviews.ts';
import { tapTrip } from '../data/trips/taps.ts';
import { locked } from '../util/locked.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { announceOutbox, onOutbox } from './channel.ts';
import { Attempts, type Outcome } from './decisions.ts';
import type { StoredEntry } from './entries.ts';
import { afterSending, readyParts, reasonsDelay } from './reasons.ts';
import { sendEntry } from './sendEntry.ts';
import { changeEntry, storedEntries } from './store.ts';

/** The session and the driver whose entries are delivered. */
export interface OutboxOwner {
  readonly userId: string;
  readonly driverId: string;
}

/** A tab that fell asleep during a delivery must not block the others for good. */
const lockTimeoutMs = 30_000;

/** Without anything to deliver, the store is read again after this time. */
const pollIntervalMs = 15 * 60_000;

const attempts = new Attempts();
/** On the monotonic clock of the page (`performance.now()`). */
let notBefore = 0;

/** Whether the session on this device is the owner's. `getSession` refreshes an expired access token. */
async function isSignedIn({ userId }: OutboxOwner): Promise<boolean> {
  const { data } = await getAuth().getSession();
  return data.session?.user.id === userId;
}

async function settle(sent: StoredEntry, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'later') {
    notBefore = performance.now() + outcome.wait;
    return;
  }
  if (outcome.kind === 'refused') console.error('The backend refused an entry', outcome.code, sent);
  // When this change is lost, the entry is sent once more, which writes nothing.
  await changeEntry(sent.key, (current) => afterSending(current, sent, outcome));
  announceOutbox('settled');
}

/**
 * Tries to deliver each of the owner's stored entries once. Never rejects.
 * @param withRefused include entries that were refused before
 * @returns milliseconds before the next attempt at the earliest; null when nothing is left to deliver
 */
export async function deliverEntries(owner: OutboxOwner, withRefused = false): Promise<number | null> {
  const wait = () => Math.max(0, notBefore - performance.now());
  const now = () => Date.now();
  const backend = { insertReview, addReviewReasons, tapTrip, isSignedIn: () => isSignedIn(owner), now };
  try {
    // Two tabs may deliver the same entry after all: its key makes that one row. Versions before the taps lock by this name.
    return await locked('ratings', lockTimeoutMs, async () => {
      let nextReasons = Infinity;
      const stored = await storedEntries(owner.driverId);
      if (stored.length > 0 && wait() > 0) return wait();
      // Reasons that become due later may have changed since they were read.
      const readAt = now();
      const attempt = async (entry: StoredEntry): Promise<Outcome | null> => {
        const delay = reasonsDelay(entry, readAt);
        if (delay > 0) nextReasons = Math.min(nextReasons, delay);
        const sent = readyParts(entry, readAt);
        if (!sent) return null;
        const outcome = await sendEntry(sent, backend);
        await settle(sent, outcome);
        return outcome;
      };
      if (!(await attempts.run(stored, withRefused, attempt))) return wait();
      return nextReasons < Infinity ? nextReasons : null;
    });
  } catch (error) {
    // IndexedDB may fail for a moment, for example while the disk is full.
    console.error('The outbox could not be read', error);
    return 0;
  }
}

/**
 * Delivers the owner's entries until `signal`: at once, after each new entry, when the device is online again, when the
 * page becomes visible, and after a backoff. Refused entries are retried once at the start.
 */
export function startDelivery(owner: OutboxOwner, signal: AbortSignal): void {
  if (signal.aborted) return;
  let withRefused = true;
  const deliver = async (): Promise<Next> => {
    const wait = await deliverEntries(owner, withRefused);
    withRefused &&= wait !== null;
    return wait === null ? pollIntervalMs : wait || 'backoff';
  };
  const wake = keepRunning(deliver, signal);
  onOutbox((event) => {
    if (event === 'given') wake();
  }, signal);
}
