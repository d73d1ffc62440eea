import type { DataError } from '../data/errors.ts';
import { RateLimitError } from '../data/rateLimits.ts';
import { isTap, type StoredEntry } from './entries.ts';

/** The outcome of an attempt to deliver an entry. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** The backend refused it for good; other entries may still pass. */
  | { readonly kind: 'refused'; readonly code: string }
  /** It did not arrive. `stop`: the others would fail too. `wait`: milliseconds before the next attempt. */
  | { readonly kind: 'later'; readonly stop: boolean; readonly wait: number };

/** The backend counts by the hour: a wrong header must not delay the entries longer. */
const maxWaitMs = 3_600_000;
const defaultWaitMs = 60_000;

/** @param failure the error of a call, null for success */
export function outcomeOf(failure: DataError | null): Outcome {
  if (failure === null) return { kind: 'delivered' };
  if (failure.status === 429) {
    const seconds = failure instanceof RateLimitError ? failure.retryAfter : null;
    const wait = seconds === null ? defaultWaitMs : Math.min(Math.max(seconds, 1) * 1_000, maxWaitMs);
    return { kind: 'later', stop: true, wait };
  }
  const { status, code } = failure;
  // Without a response or a session, the next entry would fail too.
  if (status < 400 || status === 401 || status === 408) return { kind: 'later', stop: true, wait: 0 };
  if (failure.retryable || status >= 500) return { kind: 'later', stop: false, wait: 0 };
  return { kind: 'refused', code };
}

/** The entries that are to arrive in their order have the same queue: the taps of one trip. A review has its own. */
function queueOf(entry: StoredEntry): string {
  return isTap(entry) ? entry.tap.tripId : entry.key;
}

/**
 * The entries to deliver, in order: fewest failures first, then oldest first, so that one that always fails does not
 * block the others.
 * @param failures number of failures, by the key of a review and the trip of a tap
 * @param withRefused include refused entries: an administrator may have corrected the reason
 */
export function deliveryOrder(
  stored: readonly StoredEntry[],
  failures: ReadonlyMap<string, number>,
  withRefused: boolean,
): readonly StoredEntry[] {
  const failed = (entry: StoredEntry) => failures.get(queueOf(entry)) ?? 0;
  return stored
    .filter(({ refused }) => withRefused || refused === undefined)
    .sort((a, b) => failed(a) - failed(b) || a.givenAt - b.givenAt);
}

/** After so many errors of the backend a tap no longer holds back the later ones of its trip. */
const maxHolds = 3;

/** The attempts of one page, which remembers the failures. */
export class Attempts {
  /** By queue. */
  private readonly failures = new Map<string, number>();
  /** Errors of the backend, by key. */
  private readonly errors = new Map<string, number>();

  /**
   * Attempts each entry once, in order. An error of the backend holds back the rest of its queue until the next call.
   * @param attempt returns null for an entry that cannot be sent yet
   * @returns whether nothing is left to deliver of what could be sent
   */
  async run(
    stored: readonly StoredEntry[],
    withRefused: boolean,
    attempt: (entry: StoredEntry) => Promise<Outcome | null>,
  ): Promise<boolean> {
    const held = new Set<string>();
    let isDone = true;
    for (const entry of deliveryOrder(stored, this.failures, withRefused)) {
      const queue = queueOf(entry);
      if (held.has(queue)) continue;
      const outcome = await attempt(entry);
      if (outcome?.kind === 'delivered') this.failures.delete(queue);
      if (outcome?.kind !== 'later') continue;
      isDone = false;
      count(this.failures, queue);
      if (outcome.stop) return false;
      if (count(this.errors, entry.key) <= maxHolds) held.add(queue);
    }
    return isDone;
  }
}

function count(counts: Map<string, number>, name: string): number {
  const next = (counts.get(name) ?? 0) + 1;
  counts.set(name, next);
  return next;
}
