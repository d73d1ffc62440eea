import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useIdle } from './useIdle.ts';

const start = new Date('2026-11-23T12:00:00Z');
const hourMs = 3_600_000;

let visibility: DocumentVisibilityState = 'visible';

beforeEach(() => {
  visibility = 'visible';
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => visibility });
  vi.useFakeTimers({ now: start, toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(document, 'visibilityState');
  });
});

function Screen() {
  const { idle, secondsLeft } = useIdle(() => undefined, { idleAtStart: false });
  return (
    <button type="button">{idle ? 'idle' : secondsLeft === null ? 'used' : `${secondsLeft} s left`}</button>
  );
}

async function openScreen() {
  const screen = await render(<Screen />);
  // On a busy machine effects run after the screen is there.
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  return screen.getByRole('button');
}

/** The clock of the device is set, without time passing. */
const setClock = (by: number) => vi.setSystemTime(Date.now() + by);

test.each([
  ['back by a day', -24 * hourMs],
  ['forward by a day', 24 * hourMs],
])('a clock that is set %s neither resets the screen nor keeps it from being reset', async (_, by) => {
  const screen = await openScreen();
  vi.advanceTimersByTime(30_000);
  setClock(by);
  vi.advanceTimersByTime(35_000);
  await expect.element(screen).toHaveTextContent('used');
  vi.advanceTimersByTime(10_000);
  await expect.element(screen).toHaveTextContent('15 s left');
  vi.advanceTimersByTime(15_000);
  await expect.element(screen).toHaveTextContent('idle');
});

test('a touch after the clock was set back counts as a touch', async () => {
  const screen = await openScreen();
  vi.advanceTimersByTime(60_000);
  setClock(-hourMs);
  await userEvent.click(screen);
  vi.advanceTimersByTime(60_000);
  await expect.element(screen).toHaveTextContent('used');
  vi.advanceTimersByTime(30_000);
  await expect.element(screen).toHaveTextContent('idle');
});

test('the sleep of the device counts, although the page’s own clock stood still', async () => {
  const screen = await openScreen();
  vi.advanceTimersByTime(10_000);
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  setClock(hourMs);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen).toHaveTextContent('idle');
});

test('a clock that was set back while the page was hidden takes nothing away', async () => {
  const screen = await openScreen();
  vi.advanceTimersByTime(10_000);
  visibility = 'hidden';
  document.dispatchEvent(new Event('visibilitychange'));
  setClock(-hourMs);
  vi.advanceTimersByTime(60_000);
  visibility = 'visible';
  document.dispatchEvent(new Event('visibilitychange'));
  await expect.element(screen).toHaveTextContent('20 s left');
});

test('where no greeting asks for a press, one anywhere ends it', async () => {
  function Stopped() {
    return useIdle(() => undefined, { idleAtStart: true, wakesAtTouch: true }).idle ? 'idle' : 'awake';
  }
  await render(<Stopped />);
  await expect.element(page.getByText('idle')).toBeVisible();
  // It listens from the frame after the one that shows it.
  const press = () => {
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    return page.getByText('awake').query();
  };
  await expect.poll(press).not.toBeNull();
});
