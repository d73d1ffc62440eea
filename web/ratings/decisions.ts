import type { DataError } from '../data/errors.ts';
import { ReviewLimitError } from '../data/reviews.ts';
import type { KeptRating } from './store.ts';

/** What an attempt to deliver a rating came to. */
export type Outcome =
  | { readonly kind: 'delivered' }
  /** The backend will not take it, now or later; the others are not concerned. */
  | { readonly kind: 'refused'; readonly code: string }
  /** It did not arrive. `stop`: the others would not either. `wait`: nothing before that, in milliseconds. */
  | { readonly kind: 'later'; readonly stop: boolean; readonly wait: number };

/** The backend counts by the hour. A wrong header must not hold the ratings longer than that. */
const longestWait = 3_600_000;
const defaultWait = 60_000;

/** @param failure of `insertReview`; null when there was none */
export function outcomeOf(failure: DataError | null): Outcome {
  if (failure === null) return { kind: 'delivered' };
  if (failure.status === 429) {
    const seconds = failure instanceof ReviewLimitError ? failure.retryAfter : null;
    const wait = seconds === null ? defaultWait : Math.min(Math.max(seconds, 1) * 1_000, longestWait);
    return { kind: 'later', stop: true, wait };
  }
  const { status, code } = failure;
  // Without an answer, or without a session, the next one has no better chance.
  if (status < 400 || status === 401 || status === 408) return { kind: 'later', stop: true, wait: 0 };
  if (failure.retryable || status >= 500) return { kind: 'later', stop: false, wait: 0 };
  return { kind: 'refused', code };
}

/**
 * What is to be delivered, in the order to try: what has failed least, then what was given first, so that one that
 * always fails does not hold the others.
 * @param failures how often each key has failed
 * @param withRefused try what was refused, too: an administrator may have put right what was wrong
 */
export function deliveryOrder(
  kept: readonly KeptRating[],
  failures: ReadonlyMap<string, number>,
  withRefused: boolean,
): readonly KeptRating[] {
  const failed = ({ key }: KeptRating) => failures.get(key) ?? 0;
  return kept
    .filter(({ refused }) => withRefused || refused === undefined)
    .sort((a, b) => failed(a) - failed(b) || a.givenAt - b.givenAt);
}
