import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSchedule } from './schedule.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('work runs first after its delay, then at each interval, and not after the schedule is stopped', async () => {
  const times: number[] = [];
  const start = Date.now();
  const schedule = createSchedule(async () => times.push(Date.now() - start), {
    firstMs: 1000,
    intervalMs: 300,
  });
  await vi.advanceTimersByTimeAsync(1700);
  expect(times).toEqual([1000, 1300, 1600]);
  schedule[Symbol.dispose]();
  await vi.advanceTimersByTimeAsync(1000);
  expect(times).toHaveLength(3);
});

test('without a delay work runs at once; a run under way is not joined by another, and stopping waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  let runs = 0;
  const schedule = createSchedule(
    async () => {
      runs += 1;
      await promise;
    },
    { intervalMs: 100 },
  );
  await schedule.run();
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
  let isStopped = false;
  const stopped = schedule[Symbol.asyncDispose]().then(() => (isStopped = true));
  await vi.advanceTimersByTimeAsync(10);
  expect(isStopped).toBe(false);
  resolve();
  await stopped;
});
