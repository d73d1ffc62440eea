/** In milliseconds; the last one counts for every further attempt. */
const delays = [1_000, 2_000, 5_000, 10_000, 30_000] as const;

/**
 * How long to wait before something is tried again, in milliseconds: longer each time, and a quarter more or less by
 * chance, so that all devices do not come back in the same moment.
 * @param attempt failures before this one, from 0
 */
export function retryDelay(attempt: number): number {
  const delay = delays[Math.min(attempt, delays.length - 1)] ?? 0;
  return delay * (0.75 + Math.random() / 2);
}
