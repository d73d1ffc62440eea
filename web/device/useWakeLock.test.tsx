import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { deviceState } from './deviceState.ts';
import { useWakeLock } from './useWakeLock.ts';

/** The browser's side, which a headless one does not grant: whether it refuses, and the locks it has given. */
let refuses = false;
let locks: EventTarget[] = [];

class Lock extends EventTarget {
  released = false;
  release(): Promise<void> {
    if (!this.released) {
      this.released = true;
      this.dispatchEvent(new Event('release'));
    }
    return Promise.resolve();
  }
}

const held = () => locks.map((lock) => !(lock as Lock).released);
const takeBack = () => (locks.at(-1) as Lock).release();

beforeEach(() => {
  refuses = false;
  locks = [];
  const request = () => {
    if (refuses) return Promise.reject(new DOMException('low battery', 'NotAllowedError'));
    locks.push(new Lock());
    return Promise.resolve(locks.at(-1));
  };
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
});

function Screen({ wanted = true }: { readonly wanted?: boolean }) {
  useWakeLock(wanted);
  return <button type="button">Screen</button>;
}

test('a lock that the browser takes back is taken again at once', async () => {
  await render(<Screen />);
  await expect.poll(held).toEqual([true]);
  await expect.poll(() => deviceState().wakeLock).toBe('held');
  vi.advanceTimersByTime(10_000);
  await takeBack();
  await expect.poll(held).toEqual([false, true]);
  await expect.poll(() => deviceState().wakeLock).toBe('held');
});

test('a lock that the browser takes back at once is taken again within a minute, not in a loop', async () => {
  await render(<Screen />);
  await expect.poll(held).toEqual([true]);
  await takeBack();
  await expect.poll(() => deviceState().wakeLock).toBe('released');
  vi.advanceTimersByTime(59_000);
  expect(held()).toEqual([false]);
  vi.advanceTimersByTime(1_000);
  await expect.poll(held).toEqual([false, true]);
});

test('a refused lock is asked for at a touch and every minute', async () => {
  refuses = true;
  const screen = await render(<Screen />);
  await expect.poll(() => deviceState().wakeLock).toBe('refused');
  refuses = false;
  await userEvent.click(screen.getByRole('button'));
  await expect.poll(held).toEqual([true]);
  await expect.poll(() => deviceState().wakeLock).toBe('held');

  refuses = true;
  await takeBack();
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => deviceState().wakeLock).toBe('refused');
  refuses = false;
  vi.advanceTimersByTime(60_000);
  await expect.poll(held).toEqual([false, true]);
});

test('a screen that need not stay on releases the lock', async () => {
  const screen = await render(<Screen />);
  await expect.poll(held).toEqual([true]);
  await screen.rerender(<Screen wanted={false} />);
  await expect.poll(held).toEqual([false]);
  await expect.poll(() => deviceState().wakeLock).toBe('released');
  await screen.rerender(<Screen />);
  await expect.poll(held).toEqual([false, true]);
});
