import { useEffect, useEffectEvent, useState } from 'react';
import { countdownDuration, idleAfter } from './constants.ts';

/** Whatever a person does to the screen. */
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'scroll'] as const;
/** The end of a press: what was shown may go without the press reaching what lies below. */
const presses = ['click', 'keyup'] as const;

export interface Idleness {
  /** While it is counted down: whole seconds until nobody is taken to be there; else null. */
  readonly secondsLeft: number | null;
  /** Nobody is there, until `wake`. */
  readonly idle: boolean;
  readonly wake: () => void;
}

/**
 * Whether somebody is at the screen. Goes by the clock, not by timers, so that the time in which the page was hidden
 * or the device asleep counts too.
 * @param onIdle runs just before `idle`
 * @param idleAtStart nobody was there when the page was opened
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
