import { useEffect, useState } from 'react';
import { afterPress } from '../press.ts';

function createTimer() {
  let current: symbol | undefined;
  const stop = () => {
    current = undefined;
  };
  return {
    stop,
    /** Runs `work` after `delay` milliseconds and the press under way then, in place of the work that waits. */
    start: (delay: number, work: () => void) => {
      const own = Symbol('work');
      current = own;
      const run = () => {
        if (current === own) work();
      };
      setTimeout(() => afterPress(run), delay);
    },
  };
}

/**
 * As `useTimer`, for work that moves or takes away what a person may be pressing. The act of that press comes first, and may
 * stop the timer.
 */
export function useTimerAfterPress() {
  const [timer] = useState(createTimer);
  useEffect(() => timer.stop, [timer]);
  return timer;
}
