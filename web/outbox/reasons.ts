import type { ReviewReason } from '../../shared/reviews.ts';
import { choiceDue, delayUntil } from '../util/choice.ts';
import type { Outcome } from './decisions.ts';
import { isTap, type StoredEntry, type StoredReview } from './entries.ts';

/*
 * The reasons of a review wait in its entry of the outbox. They are sent with the review if it is still there when the
 * passenger has finished, else by a call of their own. Either way the review itself does not wait for them.
 */

/** A review that the passenger at the screen has given. */
export type GivenReview = Pick<StoredReview, 'key' | 'driverId' | 'stars'>;

/** Milliseconds until all of an entry may be sent, 0 from then on: the reasons of a review may still change. */
export function reasonsDelay(entry: StoredEntry, now: number): number {
  return isTap(entry) ? 0 : delayUntil(entry.reasonsDue ?? 0, now);
}

/**
 * The entry of a review once the passenger has chosen these reasons. A review without an entry has been delivered.
 * @returns undefined where nothing is left to send
 */
export function withReasons(
  current: StoredReview | undefined,
  review: GivenReview,
  reasons: readonly ReviewReason[],
  isFinal: boolean,
  now: number,
): StoredReview | undefined {
  const entry = current ?? { ...review, givenAt: now, delivered: true as const };
  if (entry.delivered && reasons.length === 0) return undefined;
  return { ...entry, reasons, reasonsDue: choiceDue(isFinal, now) };
}

/**
 * The entry as it can be sent: without reasons that may still change. Null for reasons alone that may.
 * @param readAt when the entry was read from the store
 */
export function readyParts(entry: StoredEntry, readAt: number): StoredEntry | null {
  if (isTap(entry) || reasonsDelay(entry, readAt) === 0) return entry;
  const { reasons: _unfinished, ...rest } = entry;
  return rest.delivered ? null : rest;
}

const codesOf = (entry: StoredEntry) => (isTap(entry) ? '' : (entry.reasons ?? []).join(' '));

/**
 * The entry after the backend has taken or refused what was sent. The passenger may have chosen reasons meanwhile.
 * @param current undefined when another tab has delivered the entry and removed it
 * @returns undefined where nothing is left to send
 */
export function afterSending(
  current: StoredEntry | undefined,
  sent: StoredEntry,
  outcome: Exclude<Outcome, { readonly kind: 'later' }>,
): StoredEntry | undefined {
  if (!current) return undefined;
  if (outcome.kind === 'refused') {
    // Another tab may have delivered it meanwhile.
    const isThere = !isTap(current) && current.delivered;
    return isThere ? current : { ...current, refused: outcome.code };
  }
  if (isTap(current) || codesOf(current) === '' || codesOf(current) === codesOf(sent)) return undefined;
  const { refused: _overcome, ...rest } = current;
  return { ...rest, delivered: true };
}
