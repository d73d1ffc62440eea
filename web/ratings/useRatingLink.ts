import { useEffect, useRef, useState } from 'react';
import { watchChanges } from '../data/changes.ts';
import { toDataError, type DataError } from '../data/errors.ts';
import { createRatingLink, ratingGivenBy, type RatingLink } from '../data/ratingLinks.ts';

/** A code that is scanned shall still be good for a while. In milliseconds. */
const renewAfter = 20 * 60_000;
const retryAfter = 10_000;

export interface ShownLink {
  /** Null while it is being made. */
  readonly link: RatingLink | null;
  /** Why there is none; it is tried again. */
  readonly failure: DataError | null;
}

/**
 * A fresh link while this is shown. `onRated` is called once, when a rating arrives by it; `onShown` with each new link.
 */
export function useRatingLink(
  onRated: (stars: number) => void,
  onShown: (link: RatingLink) => void,
): ShownLink {
  const [shown, setShown] = useState<ShownLink>({ link: null, failure: null });
  const listeners = useRef({ onRated, onShown });
  useEffect(() => {
    listeners.current = { onRated, onShown };
  });

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const make = async () => {
      clearTimeout(timer);
      try {
        const link = await createRatingLink();
        if (signal.aborted) return;
        setShown({ link, failure: null });
        listeners.current.onShown(link);
        timer = setTimeout(() => void make(), renewAfter);
      } catch (error) {
        if (signal.aborted) return;
        setShown({ link: null, failure: toDataError(error) });
        timer = setTimeout(() => void make(), retryAfter);
      }
    };
    window.addEventListener('online', () => void make(), { signal });
    void make();
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, []);

  const { link } = shown;
  useEffect(() => {
    if (!link) return undefined;
    let arrived = false;
    const filter = `idempotency_key=eq.${link.idempotencyKey}`;
    const stop = watchChanges([{ table: 'reviews', filter }], async () => {
      const stars = await ratingGivenBy(link);
      if (stars === null || arrived) return;
      arrived = true;
      listeners.current.onRated(stars);
    });
    return () => {
      arrived = true;
      stop();
    };
  }, [link]);

  return shown;
}
