/** Milliseconds between two beats of the main thread, and between two ticks of its observer. */
export const interval = 500;

/**
 * Decides whether another thread is blocked, from a counter that it raises at each beat of its event loop. Blocked time
 * is counted in the observer's own ticks, not by the clock: a machine that sleeps and a process that is stopped hold up
 * both threads, and are not held against the other one.
 * @param limit how long the counter may stand still, in milliseconds
 * @returns to be called at each tick with a monotonic time and the counter; true: it has stood still for `limit`
 */
export function createStallDetector(limit: number): (now: number, beats: number) => boolean {
  let stalled = 0;
  let last: { readonly now: number; readonly beats: number } | undefined;
  return (now, beats) => {
    const isLate = last !== undefined && now - last.now > 2 * interval;
    stalled = isLate || beats !== last?.beats ? 0 : stalled + interval;
    last = { now, beats };
    return stalled >= limit;
  };
}
