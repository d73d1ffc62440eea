import { useEffect, useState } from 'react';

export interface Timer {
  /** Runs `work` after `delay` milliseconds, in place of the work that waits. */
  readonly start: (delay: number, work: () => void) => void;
  readonly stop: () => void;
}

function createTimer(): Timer {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(handle);
  return {
    stop,
    start: (delay, work) => {
      stop();
      handle = setTimeout(work, delay);
    },
  };
}

/** One timer, which stops when the component goes. */
export function useTimer(): Timer {
  const [timer] = useState(createTimer);
  useEffect(() => timer.stop, [timer]);
  return timer;
}
