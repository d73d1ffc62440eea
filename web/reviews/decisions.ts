import type { DataError } from '../data/errors.ts';
import { RateLimitError } from '../data/rateLimits.ts';
import type { StoredReview } from './reviewStore.ts';

/** The outcome of an attempt to deliver a rating. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** The backend refused it for good; other ratings may still pass. */
  | { readonly kind: 'refused'; readonly code: string }
  /** It did not arrive. `stop`: the others would fail too. `wait`: milliseconds before the next attempt. */
  | { readonly kind: 'later'; readonly stop: boolean; readonly wait: number };

/** The backend counts by the hour: a wrong header must not delay the ratings longer. */
const maxWaitMs = 3_600_000;
const defaultWaitMs = 60_000;

/** @param failure the error of `insertReview`, null for success */
export function outcomeOf(failure: DataError | null): Outcome {
  if (failure === null) return { kind: 'delivered' };
  if (failure.status === 429) {
    const seconds = failure instanceof RateLimitError ? failure.retryAfter : null;
    const wait = seconds === null ? defaultWaitMs : Math.min(Math.max(seconds, 1) * 1_000, maxWaitMs);
    return { kind: 'later', stop: true, wait };
  }
  const { status, code } = failure;
  // Without a response or a session, the next rating would fail too.
  if (status < 400 || status === 401 || status === 408) return { kind: 'later', stop: true, wait: 0 };
  if (failure.retryable || status >= 500) return { kind: 'later', stop: false, wait: 0 };
  return { kind: 'refused', code };
}

/**
 * The ratings to deliver, in order: fewest failures first, then oldest first, so that one that always fails does not
 * block the others.
 * @param failures number of failures by key
 * @param withRefused include refused ratings: an administrator may have corrected the reason
 */
export function deliveryOrder(
  stored: readonly StoredReview[],
  failures: ReadonlyMap<string, number>,
  withRefused: boolean,
): readonly StoredReview[] {
  const failed = ({ key }: StoredReview) => failures.get(key) ?? 0;
  return stored
    .filter(({ refused }) => withRefused || refused === undefined)
    .sort((a, b) => failed(a) - failed(b) || a.givenAt - b.givenAt);
}
