/** Time between two beats of the main thread, and between two ticks of its observer. */
export const intervalMs = 500;

/**
 * Detects a blocked thread by a counter that the thread raises at each beat of its event loop. It counts blocked time in
 * the observer's own ticks, not by the clock: a sleeping machine or a stopped process holds up both threads.
 * @param limitMs how long the counter may stand still
 * @returns call it at each tick with a monotonic time and the counter; true when the counter has stood still for `limitMs`
 */
export function createStallDetector(limitMs: number): (now: number, beats: number) => boolean {
  let stalled = 0;
  let last: { readonly now: number; readonly beats: number } | undefined;
  return (now, beats) => {
    const isLate = last !== undefined && now - last.now > 2 * intervalMs;
    stalled = isLate || beats !== last?.beats ? 0 : stalled + intervalMs;
    last = { now, beats };
    return stalled >= limitMs;
  };
}
