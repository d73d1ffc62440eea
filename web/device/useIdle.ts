import { useEffect, useEffectEvent, useState } from 'react';

/** Without a touch for this long, the screen is prepared for the next passenger. In milliseconds. */
const idleAfter = 90_000;
/** The last part of `idleAfter` is counted down on the screen. In milliseconds. */
export const countdownDuration = 20_000;

/** Events that show that somebody is there. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const;
/** The end of a press. The countdown goes only then, so that the press does not reach what lies below. */
const presses = ['click', 'keyup'] as const;

export interface Idleness {
  /** During the countdown, the whole seconds left; otherwise null. */
  readonly secondsLeft: number | null;
  /** Nobody is at the screen, until `wake`. */
  readonly idle: boolean;
  readonly wake: () => void;
}

/**
 * Whether somebody is at the screen. Goes by the clock, not by timers, so that time counts while the page is hidden or
 * the device asleep.
 * @param onIdle runs just before `idle` becomes true
 * @param idleAtStart whether the page opens with nobody there
 */
export function useIdle(onIdle: () => void, idleAtStart = false): Idleness {
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);
  const [idle, setIdle] = useState(idleAtStart);
  const leave = useEffectEvent(() => {
    onIdle();
    setIdle(true);
  });

  useEffect(() => {
    if (idle) return undefined;
    let lastTouch = Date.now();
    const touch = () => {
      lastTouch = Date.now();
    };
    const press = () => {
      touch();
      setSecondsLeft(null);
    };
    const check = () => {
      const left = lastTouch + idleAfter - Date.now();
      setSecondsLeft(left > 0 && left <= countdownDuration ? Math.ceil(left / 1_000) : null);
      if (left <= 0) leave();
    };
    const options = { capture: true, passive: true };
    for (const name of touches) window.addEventListener(name, touch, options);
    for (const name of presses) window.addEventListener(name, press, options);
    document.addEventListener('visibilitychange', check);
    const timer = setInterval(check, 1_000);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
      for (const name of touches) window.removeEventListener(name, touch, options);
      for (const name of presses) window.removeEventListener(name, press, options);
    };
  }, [idle]);

  return { secondsLeft, idle, wake: () => setIdle(false) };
}
