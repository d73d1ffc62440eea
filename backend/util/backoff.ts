import { setTimeout as delay } from 'node:timers/promises';

const firstDelayMs = 250;
const maxDelayMs = 5_000;

/** Waits between attempts, ever longer. */
export interface Backoff {
  /** Resolves when the next attempt is due, or at once when the signal aborts: check the signal before the attempt. */
  wait(): Promise<void>;
  /** Begins with the shortest delay again. */
  reset(): void;
}

/**
 * Creates an exponential backoff from 250 ms to 5 s.
 * @param options.ref whether a wait keeps the process alive
 */
export function createBackoff(signal: AbortSignal, { ref = true } = {}): Backoff {
  let delayMs = firstDelayMs;
  return {
    async wait() {
      const current = delayMs;
      delayMs = Math.min(delayMs * 2, maxDelayMs);
      await delay(current, undefined, { signal, ref }).catch(() => {});
    },
    reset() {
      delayMs = firstDelayMs;
    },
  };
}
