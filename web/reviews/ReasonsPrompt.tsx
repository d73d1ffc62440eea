import { useEffect, useRef, useState } from 'react';
import type { ReviewReason } from '../../shared/reviews.ts';
import { ReasonChoice } from '../components/ReasonChoice.tsx';
import type { GivenReview } from '../outbox/reasons.ts';
import { Optional } from '../ui/Boundary.tsx';
import { choosingMs } from '../util/choice.ts';
import { useSignal } from '../util/useSignal.ts';
import { useTimer } from '../util/time/useTimer.ts';
import { useHasRaterLeft } from './cooldown.ts';
import { lowReview } from './lowReview.ts';
import { giveReasons } from './giveReview.ts';

const close = () => lowReview.set(null);

/** Asks the passenger who has just given a driver three stars or fewer for reasons, above the footer with the thanks. */
export function ReasonsPrompt({ driverId }: { readonly driverId: string }) {
  const review = useSignal(lowReview);
  const hasRaterLeft = useHasRaterLeft();
  // Neither the next passenger nor the next review opens it again.
  useEffect(() => {
    if (hasRaterLeft) close();
  }, [hasRaterLeft]);
  if (review?.driverId !== driverId || hasRaterLeft) return null;
  return (
    <Optional>
      <Prompt key={review.key} review={review} />
    </Optional>
  );
}

function Prompt({ review }: { readonly review: GivenReview }) {
  const prompt = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<readonly ReviewReason[]>([]);
  const timer = useTimer();
  // Closes when nobody taps.
  useEffect(() => timer.start(choosingMs, close), [timer]);
  // It lies over tiles: whoever presses elsewhere has no reasons to give.
  useEffect(() => {
    const stopping = new AbortController();
    const leave = ({ target }: PointerEvent) => {
      if (!prompt.current?.contains(target as Node)) close();
    };
    window.addEventListener('pointerdown', leave, { capture: true, signal: stopping.signal });
    return () => stopping.abort();
  }, []);
  const change = (reasons: readonly ReviewReason[]) => {
    setChosen(reasons);
    timer.start(choosingMs, close);
    void giveReasons(review, reasons, false);
  };
  const finish = () => {
    close();
    if (chosen.length > 0) void giveReasons(review, chosen, true);
  };
  return (
    // On a wide screen it leaves the code for booking free.
    <div
      ref={prompt}
      className="absolute inset-x-3 bottom-full z-10 mx-auto mb-3 max-w-3xl rounded-card lg:mr-8 border border-line bg-surface-raised p-4 shadow-card"
    >
      <ReasonChoice chosen={chosen} onChange={change} onDone={finish} />
    </div>
  );
}
