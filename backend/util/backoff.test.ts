import { expect, test } from 'vitest';
import { createBackoff } from './backoff.ts';

test('a backoff waits longer each time, begins anew after a reset, and ends with its signal', async () => {
  const controller = new AbortController();
  const backoff = createBackoff(controller.signal);
  async function wait(): Promise<number> {
    const start = performance.now();
    await backoff.wait();
    return performance.now() - start;
  }
  const [first, second] = [await wait(), await wait()];
  expect(first).toBeGreaterThan(240);
  expect(second).toBeGreaterThan(490);
  backoff.reset();
  const third = wait();
  const fourth = wait();
  controller.abort();
  expect(await third).toBeLessThan(first);
  expect(await fourth).toBeLessThan(second);
});
