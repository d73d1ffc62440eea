import { retryDelay } from './backoff.ts';

/** When the work runs again: after so many milliseconds, after the backoff, or only when it is woken. */
export type Next = number | 'backoff' | 'idle';

/** Runs the work, after `delay` milliseconds if given. During a run it is remembered: the work runs once more. */
export type Wake = (delay?: number) => void;

/**
 * Runs `work` again and again, one run at a time, as its result says. A rejected run is logged and retried after the
 * backoff. A wait ends early when the device is online again or the page becomes visible.
 * @param signal stops it; a run in progress is not interrupted
 * @param first when to run for the first time
 */
export function keepRunning(
  work: () => Promise<Next>,
  signal: AbortSignal,
  first: number | 'idle' = 0,
): Wake {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires, on the page's own clock; infinite while idle. */
  let due = Infinity;
  let failures = 0;
  let running = false;
  /** The shortest delay that was asked for during the run. */
  let wanted = Infinity;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    due = performance.now() + delay;
    timer = setTimeout(() => void run(), delay);
  };
  const settle = (next: Next) => {
    failures = next === 'backoff' ? failures + 1 : 0;
    if (signal.aborted) return;
    if (wanted < Infinity) schedule(wanted);
    else if (next === 'backoff') schedule(retryDelay(failures - 1));
    else if (next !== 'idle') schedule(next);
  };
  const run = async () => {
    due = Infinity;
    wanted = Infinity;
    running = true;
    let next: Next;
    try {
      next = await work();
    } catch (error) {
      console.error('Failed; it will be retried', error);
      next = 'backoff';
    }
    running = false;
    settle(next);
  };
  const wake: Wake = (delay = 0) => {
    if (signal.aborted) return;
    if (running) wanted = Math.min(wanted, delay);
    else if (performance.now() + delay < due) schedule(delay);
  };
  const hurry = () => {
    failures = 0;
    if (running || due < Infinity) wake();
  };

  window.addEventListener('online', hurry, { signal });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && hurry(), {
    signal,
  });
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  settle(first);
  return wake;
}
