import { useEffect, useState } from 'react';

function createTimer() {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(handle);
  return {
    stop,
    /** Runs `work` after `delay` milliseconds, in place of the work that waits. */
    start: (delay: number, work: () => void) => {
      stop();
      handle = setTimeout(work, delay);
    },
  };
}

/** One timer, which stops when the component goes. */
export function useTimer() {
  const [timer] = useState(createTimer);
  useEffect(() => timer.stop, [timer]);
  return timer;
}
