import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { within } from './within.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a value and an error in time pass through, and no timer is left', async () => {
  await expect(within(1_000, Promise.resolve('value'))).resolves.toBe('value');
  await expect(within(1_000, Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  expect(vi.getTimerCount()).toBe(0);
});

test('a promise that takes too long is given up', async () => {
  const waiting = within(1_000, new Promise<never>(() => undefined));
  const outcome = expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
  await vi.advanceTimersByTimeAsync(1_000);
  await outcome;
});
