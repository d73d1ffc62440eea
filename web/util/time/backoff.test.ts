import { expect, test } from 'vitest';
import { reconnectDelay, retryDelay } from './backoff.ts';

test('the delays grow, and a quarter of jitter keeps devices apart', () => {
  for (const [attempt, delay] of [1_000, 2_000, 5_000, 10_000, 30_000, 30_000].entries()) {
    const chosen = retryDelay(attempt);
    expect(chosen).toBeGreaterThanOrEqual(0.75 * delay);
    expect(chosen).toBeLessThanOrEqual(1.25 * delay);
  }
});

test('a hundred devices that lose their server at once come back over seconds, a single retry later on', () => {
  const delays = Array.from({ length: 100 }, () => reconnectDelay(1)).sort((a, b) => a - b);
  expect(delays.at(-1)! - delays[0]!).toBeGreaterThan(1_500);
  // The busiest half second of the hundred.
  const busiest = delays.map((from) => delays.filter((at) => at >= from && at < from + 500).length);
  expect(Math.max(...busiest)).toBeLessThan(50);
  expect(reconnectDelay(2)).toBeLessThanOrEqual(2_500);
});
