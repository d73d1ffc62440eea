import { useEffectEvent, useRef, useState } from 'react';
import { toDataError, type DataError } from '../../data/errors.ts';
import { onLeave } from '../../util/onLeave.ts';
import { useWhileShown } from '../../util/useWhileShown.ts';

/** How long a tap can be taken back. */
const undoMs = 4_000;

/** The rating of one link. `waiting`: the passenger can still take the stars back. */
export type Rating =
  | { readonly step: 'asking'; readonly stars: null }
  | { readonly step: 'waiting' | 'sending' | 'done'; readonly stars: number }
  | { readonly step: 'failed'; readonly stars: number; readonly failure: DataError };

/**
 * Takes one rating, and sends it some seconds later, or when the passenger leaves the page.
 * @param post sends the stars; `rating_link_used` means that a rating has been sent before
 * @param waitMs how long certain stars wait instead, undefined for those that do not
 * @returns the rating; `choose` waits with stars; `undo` takes them back; `send` sends them at once
 */
export function useRating(
  post: (stars: number) => Promise<void>,
  waitMs: (stars: number) => number | undefined = () => undefined,
) {
  const [rating, setRating] = useState<Rating>({ step: 'asking', stars: null });
  // The stars whose response was lost: they may have arrived all the same.
  const uncertain = useRef(new Set<number>());

  const send = async (stars: number) => {
    setRating({ step: 'sending', stars });
    try {
      await post(stars);
      setRating({ step: 'done', stars });
    } catch (error) {
      const failure = toDataError(error);
      // After attempts with different stars the page cannot tell which ones the server has.
      const isOwn = uncertain.current.size === 1 && uncertain.current.has(stars);
      const isStored = failure.code === 'rating_link_used' && isOwn;
      setRating(isStored ? { step: 'done', stars } : { step: 'failed', stars, failure });
      if (failure.retryable) uncertain.current.add(stars);
    }
  };

  const waiting = rating.step === 'waiting' ? rating.stars : null;
  const deliver = useEffectEvent(send);
  const delayMs = (waiting !== null ? waitMs(waiting) : undefined) ?? undoMs;
  useWhileShown(
    (signal) => {
      if (waiting === null) return;
      let isSent = false;
      const finish = () => {
        if (!isSent) void deliver(waiting);
        isSent = true;
      };
      const timer = setTimeout(finish, delayMs);
      signal.addEventListener('abort', () => clearTimeout(timer));
      onLeave(finish, signal);
    },
    [waiting, delayMs],
  );

  return {
    rating,
    choose: (stars: number) => setRating({ step: 'waiting', stars }),
    undo: () => setRating({ step: 'asking', stars: null }),
    send: (stars: number) => void send(stars),
  };
}
