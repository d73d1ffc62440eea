import { useEffect, useEffectEvent, useState } from 'react';
import { watchChanges } from '../data/changes.ts';
import { toDataError, type DataError } from '../data/errors.ts';
import { createRatingLink, ratingGivenBy, type RatingLink } from '../data/ratingLinks.ts';
import { keepRunning, type Next } from '../util/retry.ts';

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
  const announce = useEffectEvent(onShown);
  const rated = useEffectEvent(onRated);

  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    let token: string | undefined;
    const make = async (): Promise<Next> => {
      try {
        const link = await createRatingLink();
        if (signal.aborted || link.token === token) return renewAfter;
        token = link.token;
        setShown({ link, failure: null });
        announce(link);
        return renewAfter;
      } catch (error) {
        token = undefined;
        if (!signal.aborted) setShown({ link: null, failure: toDataError(error) });
        return retryAfter;
      }
    };
    keepRunning(make, signal);
    return () => stopping.abort();
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
      rated(stars);
    });
    return () => {
      arrived = true;
      stop();
    };
  }, [link]);

  return shown;
}
