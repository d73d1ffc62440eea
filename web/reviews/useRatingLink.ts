import { useEffectEvent, useState } from 'react';
import { watchChanges } from '../data/changes.ts';
import { toDataError, type DataError } from '../data/errors.ts';
import { createRatingLink, ratingGivenBy, type RatingLink } from '../data/reviews/ratingLinks.ts';
import { RateLimitError } from '../data/rateLimits.ts';
import { keepRunning } from '../util/time/retry.ts';
import { useWhileShown } from '../util/useWhileShown.ts';

/** Shorter than the lifetime of a link: a scanned code stays valid for a while. */
const renewAfterMs = 20 * 60_000;
const retryDelayMs = 10_000;

/** No link and no failure: the backend is creating the link. A retry follows a failure. */
export interface ShownLink {
  readonly link: RatingLink | null;
  readonly failure: DataError | null;
  /** When the pause after the last link ends, by this device's clock, in milliseconds since 1970; null without a pause. */
  readonly pausedUntil: number | null;
}

const nothing: ShownLink = { link: null, failure: null, pausedUntil: null };

/**
 * A fresh link as long as the component is mounted.
 * @param onRated receives the stars, once, when a review arrives through the link
 * @param onShown receives every new link
 */
export function useRatingLink(
  onRated: (stars: number) => void,
  onShown: (link: RatingLink) => void,
): ShownLink {
  const [shown, setShown] = useState(nothing);
  const announceRated = useEffectEvent(onRated);
  const announceShown = useEffectEvent(onShown);

  useWhileShown((signal) => {
    let token: string | undefined;
    let stopWatching: (() => void) | undefined;
    const renew = async (): Promise<number> => {
      const next = await createLink();
      const { link } = next;
      // Asked again within minutes, the backend returns the same link.
      if (signal.aborted || (link && link.token === token)) return renewAfterMs;
      token = link?.token;
      stopWatching?.();
      setShown(next);
      if (!link) return delayAfter(next);
      stopWatching = watchLink(link, (stars) => announceRated(stars));
      announceShown(link);
      return renewAfterMs;
    };
    keepRunning(renew, signal);
    signal.addEventListener('abort', () => stopWatching?.(), { once: true });
  }, []);

  return shown;
}

async function createLink(): Promise<ShownLink> {
  try {
    return { ...nothing, link: await createRatingLink() };
  } catch (error) {
    const failure = toDataError(error);
    const seconds = failure instanceof RateLimitError ? failure.retryAfter : null;
    return { ...nothing, failure, pausedUntil: seconds === null ? null : Date.now() + seconds * 1_000 };
  }
}

/** Milliseconds until the next attempt: not before the pause ends. */
function delayAfter({ pausedUntil }: ShownLink): number {
  return Math.max(retryDelayMs, pausedUntil === null ? 0 : pausedUntil - Date.now());
}

/**
 * Calls `onRated` once, when the review of a link arrives.
 * @returns stop
 */
function watchLink(link: RatingLink, onRated: (stars: number) => void): () => void {
  let isOver = false;
  const filter = `idempotency_key=eq.${link.idempotencyKey}`;
  const stop = watchChanges([{ table: 'reviews', filter }], async () => {
    const stars = await ratingGivenBy(link);
    if (stars === null || isOver) return;
    isOver = true;
    onRated(stars);
  });
  return () => {
    isOver = true;
    stop();
  };
}
