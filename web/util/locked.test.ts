import { afterEach, expect, test, vi } from 'vitest';
import { locked } from './locked.ts';

afterEach(() => void vi.unstubAllGlobals());

const later = (text: string, milliseconds: number) => () =>
  new Promise<string>((resolve) => setTimeout(resolve, milliseconds, text));

test('work under one name takes turns', async () => {
  let running = 0;
  const alone = async () => {
    running += 1;
    expect(running).toBe(1);
    await later('', 5)();
    running -= 1;
  };
  await Promise.all([locked('turns', 5_000, alone), locked('turns', 5_000, alone)]);
});

test('work waits for a sleeping tab no longer than the timeout', async () => {
  let wake: (value: string) => void = () => undefined;
  const sleeping = locked('sleep', 5_000, () => new Promise<string>((resolve) => (wake = resolve)));
  await expect(locked('sleep', 20, later('awake', 0))).resolves.toBe('awake');
  wake('asleep');
  await expect(sleeping).resolves.toBe('asleep');
});

test('an error of the work is not taken for a timeout', async () => {
  const work = vi.fn(async () => {
    throw new Error('refused');
  });
  await expect(locked('error', 5_000, work)).rejects.toThrow('refused');
  expect(work).toHaveBeenCalledTimes(1);
});

test('without locks the work runs at once', async () => {
  vi.stubGlobal('navigator', {});
  await expect(locked('none', 5_000, later('done', 0))).resolves.toBe('done');
});
