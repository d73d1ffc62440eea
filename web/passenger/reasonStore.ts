import type { ReviewReason } from '../../shared/reviews.ts';
import { toDataError } from '../data/errors.ts';
import { addReasonsByLink } from '../data/reviews/rateByLink.ts';
import { choiceDue, delayUntil } from '../util/choice.ts';
import type { Next } from '../util/time/retry.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';

interface LinkReasons {
  /** The link by which the passenger rated. */
  readonly token: string;
  readonly reasons: readonly ReviewReason[];
  /** See `choiceDue`. */
  readonly due: number;
}

/** Survives the end of the page, which may come before the phone has a signal. */
const unsent = storedValue('rate-reasons', isObjectWith<LinkReasons>('token', 'reasons', 'due'));

/**
 * Stores the reasons that the passenger has chosen so far, until they are sent.
 * @returns false where the phone cannot store them
 */
export function storeReasons(token: string, reasons: readonly ReviewReason[], isFinal: boolean): boolean {
  return unsent.write({ token, reasons, due: choiceDue(isFinal, Date.now()) });
}

/** Lets the reasons go at once: the passenger leaves the page. */
export function finishReasons(): void {
  const left = unsent.read();
  if (left) storeReasons(left.token, left.reasons, true);
}

/** Sends the stored reasons once they are due. @returns when to call again */
export async function sendReasons(): Promise<Next> {
  const stored = unsent.read();
  if (stored === null) return 'idle';
  const delay = delayUntil(stored.due, Date.now());
  if (delay > 0) return delay;
  try {
    if (stored.reasons.length > 0) await addReasonsByLink(stored.token, stored.reasons);
  } catch (error) {
    const failure = toDataError(error);
    if (failure.retryable || failure.status === 429) return 'backoff';
    console.error('The backend refused the reasons of a rating', failure.code);
  }
  // Another link may have been used meanwhile.
  if (unsent.read() === stored) unsent.remove();
  return 'idle';
}
