import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesce } from './retry.ts';

const pause = 300;
let stopping: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  stopping = new AbortController();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a burst is one run, and a later call another', async () => {
  const work = vi.fn<() => void>();
  const ask = coalesce(work, pause, stopping.signal);
  for (let call = 0; call < 100; call += 1) ask();
  await vi.advanceTimersByTimeAsync(pause);
  expect(work).toHaveBeenCalledTimes(1);
  ask();
  await vi.advanceTimersByTimeAsync(pause);
  expect(work).toHaveBeenCalledTimes(2);
});

test('calls that never pause do not put the work off', async () => {
  const work = vi.fn<() => void>();
  const ask = coalesce(work, pause, stopping.signal);
  for (let passed = 0; passed < 10 * pause; passed += 50) {
    ask();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(8);
});

test('work does not overlap, and what is asked for while it runs is not lost', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const work = vi.fn<() => Promise<void>>().mockReturnValueOnce(finished).mockResolvedValue();
  const ask = coalesce(work, pause, stopping.signal);
  ask();
  await vi.advanceTimersByTimeAsync(pause);
  ask();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(pause);
  expect(work).toHaveBeenCalledTimes(2);
});

test('failed work is tried again by itself, and at once when it is asked for', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no network'));
  const ask = coalesce(work, pause, stopping.signal);
  ask();
  await vi.advanceTimersByTimeAsync(20_000);
  const tries = work.mock.calls.length;
  expect(tries).toBeGreaterThanOrEqual(4);
  expect(tries).toBeLessThanOrEqual(6);
  work.mockResolvedValue();
  ask();
  await vi.advanceTimersByTimeAsync(pause);
  expect(work).toHaveBeenCalledTimes(tries + 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(tries + 1);
});

test('nothing runs after the end', async () => {
  const work = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('no network'));
  const ask = coalesce(work, pause, stopping.signal);
  ask();
  await vi.advanceTimersByTimeAsync(pause);
  stopping.abort();
  ask();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(1);
});
