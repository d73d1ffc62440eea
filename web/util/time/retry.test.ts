import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepRunning, type Next } from './retry.ts';

const pauseMs = 300;
let stopping: AbortController;
let page: EventTarget & { visibilityState: string };

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockReturnValue();
  stopping = new AbortController();
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', page);
});
afterEach(() => {
  stopping.abort();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Work that waits for `wake`, which asks for one run per burst of calls. */
function onRequest(work: () => Promise<void>): () => void {
  const once = async (): Promise<Next> => {
    await work();
    return 'idle';
  };
  const wake = keepRunning(once, stopping.signal, 'idle');
  return () => wake(pauseMs);
}

const mockWork = () => vi.fn<() => Promise<void>>().mockResolvedValue();

test('a burst of requests is one run, and a later request another', async () => {
  const work = mockWork();
  const request = onRequest(work);
  for (let call = 0; call < 100; call += 1) request();
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(work).toHaveBeenCalledTimes(1);
  request();
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(work).toHaveBeenCalledTimes(2);
});

test('requests that never pause do not postpone the work', async () => {
  const work = mockWork();
  const request = onRequest(work);
  for (let passed = 0; passed < 10 * pauseMs; passed += 50) {
    request();
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(work.mock.calls.length).toBeGreaterThanOrEqual(8);
});

test('runs do not overlap, and a request during a run is not lost', async () => {
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  const work = mockWork().mockReturnValueOnce(finished);
  const request = onRequest(work);
  request();
  await vi.advanceTimersByTimeAsync(pauseMs);
  request();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(work).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(work).toHaveBeenCalledTimes(2);
});

test('failed work is retried with backoff, and sooner on request', async () => {
  const work = mockWork().mockRejectedValue(new Error('no network'));
  const request = onRequest(work);
  request();
  await vi.advanceTimersByTimeAsync(20_000);
  const tries = work.mock.calls.length;
  expect(tries).toBeGreaterThanOrEqual(4);
  expect(tries).toBeLessThanOrEqual(6);
  work.mockResolvedValue();
  request();
  await vi.advanceTimersByTimeAsync(pauseMs);
  expect(work).toHaveBeenCalledTimes(tries + 1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(tries + 1);
});

test('work runs at once, then after the delay that it returned', async () => {
  const work = vi.fn<() => Promise<Next>>().mockResolvedValue(60_000);
  keepRunning(work, stopping.signal);
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(work).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(work).toHaveBeenCalledTimes(2);
});

test.each(['online', 'visible'])('a wait ends when the device is %s again', async (event) => {
  const work = vi.fn<() => Promise<Next>>().mockResolvedValue('backoff');
  keepRunning(work, stopping.signal);
  await vi.advanceTimersByTimeAsync(120_000);
  const tries = work.mock.calls.length;
  if (event === 'online') window.dispatchEvent(new Event('online'));
  else page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(work).toHaveBeenCalledTimes(tries + 1);
  // The backoff begins again with its shortest delay.
  await vi.advanceTimersByTimeAsync(1_250);
  expect(work).toHaveBeenCalledTimes(tries + 2);
});

test('idle work sleeps through events, and a hidden page wakes nothing', async () => {
  const idle = vi.fn<() => Promise<Next>>().mockResolvedValue('idle');
  const waiting = vi.fn<() => Promise<Next>>().mockResolvedValue(60_000);
  keepRunning(idle, stopping.signal);
  keepRunning(waiting, stopping.signal);
  await vi.advanceTimersByTimeAsync(0);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting).toHaveBeenCalledTimes(1);
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting).toHaveBeenCalledTimes(2);
  expect(idle).toHaveBeenCalledTimes(1);
});

test('nothing runs after the signal', async () => {
  const work = mockWork().mockRejectedValue(new Error('no network'));
  const request = onRequest(work);
  request();
  await vi.advanceTimersByTimeAsync(pauseMs);
  stopping.abort();
  request();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(work).toHaveBeenCalledTimes(1);
});
