import { useEffectEvent, useState } from 'react';
import { repeat } from '../util/time/every.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { startStopwatch } from './stopwatch.ts';

/** Idle time before the screen is prepared for the next passenger. */
export const idleAfterMs = 90_000;
/** The last part of `idleAfterMs` is counted down on the screen. */
export const countdownMs = 20_000;

/** Events that show that somebody is there. */
export const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const;
/** The end of a press. The countdown goes only then, so that the press does not reach what lies below. */
export const presses = ['click', 'keyup'] as const;

/** Listens to events anywhere in the window before their targets get them, until `signal`. */
export function onEvents(names: readonly string[], listener: () => void, signal: AbortSignal): void {
  for (const name of names) window.addEventListener(name, listener, { capture: true, passive: true, signal });
}

interface IdleOptions {
  /** Whether the page opens with nobody there. */
  readonly idleAtStart: boolean;
  /** Whether a press anywhere ends it, where no greeting asks for one. */
  readonly wakesAtTouch?: boolean;
  /** After this time without a touch, in milliseconds. */
  readonly waitMs?: number;
}

/**
 * Whether nobody is at the screen, until `wake`; and during the countdown before, the whole seconds left. Time
 * counts while the page is hidden or the device asleep, and a clock that is set changes nothing (`stopwatch.ts`).
 * @param onIdle runs just before `idle` becomes true
 */
export function useIdle(onIdle: () => void, options: IdleOptions) {
  const { idleAtStart, wakesAtTouch = false, waitMs = idleAfterMs } = options;
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const [idle, setIdle] = useState(idleAtStart);
  const timeLeft = useEffectEvent((elapsed: number) => waitMs - elapsed);
  const leave = useEffectEvent(() => {
    onIdle();
    setIdle(true);
  });

  useWhileShown(
    (signal) => {
      if (idle) {
        if (wakesAtTouch) onEvents(['pointerdown'], () => setIdle(false), signal);
        return;
      }
      const untouched = startStopwatch();
      const touch = () => untouched.restart();
      const press = () => {
        touch();
        setSecondsLeft(null);
      };
      const check = () => {
        const left = timeLeft(untouched.elapsed());
        setSecondsLeft(left > 0 && left <= countdownMs ? Math.ceil(left / 1_000) : null);
        if (left <= 0) leave();
      };
      onEvents(touches, touch, signal);
      onEvents(presses, press, signal);
      document.addEventListener('visibilitychange', check, { signal });
      repeat(check, 1_000, signal);
    },
    [idle, wakesAtTouch],
  );

  return { secondsLeft, idle, wake: () => setIdle(false) };
}
