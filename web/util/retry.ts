import { retryDelay } from './retryDelay.ts';

/**
 * Many calls of the function given back become one of `work`: it runs `pause` milliseconds after the first, never
 * twice at a time, and once more when it was asked for while it ran. Work that fails is logged and tried again after
 * a growing delay, or `pause` after it is asked for again.
 * @param signal ends it; work that runs is not interrupted
 */
export function coalesce(work: () => void | Promise<void>, pause: number, signal: AbortSignal): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let askedMeanwhile = false;
  let failures = 0;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), delay);
  };
  const run = async () => {
    timer = undefined;
    running = true;
    askedMeanwhile = false;
    try {
      await work();
      failures = 0;
    } catch (error) {
      console.error('What changed could not be read', error);
      failures += 1;
    }
    running = false;
    if (signal.aborted) return;
    if (askedMeanwhile) schedule(pause);
    else if (failures > 0) schedule(retryDelay(failures - 1));
  };

  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    if (signal.aborted) return;
    if (running) askedMeanwhile = true;
    else if (timer === undefined || failures > 0) schedule(pause);
  };
}
