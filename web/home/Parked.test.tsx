import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { deviceState, reportDevice } from '../device/deviceState.ts';
import { usePark } from '../device/usePark.ts';
import { greetings } from '../i18n/greetings.ts';
import { expectReadableEverywhere } from '../testing/backSeat.ts';
import { expectAccessibleInBothThemes } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import { Parked } from './Parked.tsx';

const minuteMs = 60_000;
const dark = page.getByRole('dialog');

/** A battery that a test drains and charges. */
class Battery extends EventTarget {
  level = 1;
  charging = false;
  set(level: number, charging: boolean): void {
    Object.assign(this, { level, charging });
    this.dispatchEvent(new Event('levelchange'));
  }
}
let battery: Battery;

beforeEach(() => {
  battery = new Battery();
  sessionStorage.clear();
  reportDevice({ clockOffset: null });
  Object.defineProperty(navigator, 'getBattery', { configurable: true, value: async () => battery });
  vi.useFakeTimers({
    now: new Date('2026-11-23T15:30:00Z'),
    toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance', 'Date'],
  });
  onTestFinished(() => void vi.useRealTimers());
});

function Screen({ idle }: { readonly idle: boolean }) {
  return usePark(idle) ? <Parked /> : <button type="button">{idle ? 'Greeting' : 'Panel'}</button>;
}

/** The screen has greeted nobody for so long. */
const wait = (minutes: number) => vi.advanceTimersByTime(minutes * minuteMs);

test('after 20 minutes without a touch the screen is dark, and a touch brings it back', async () => {
  await renderIn('es', <Screen idle />);
  wait(18);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  wait(1);
  await expect.element(dark).toBeVisible();
  await expect.poll(() => deviceState().parked).toBe(true);
  await userEvent.click(dark);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  await expect.poll(() => deviceState().parked).toBe(false);
  wait(19);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  wait(1);
  await expect.element(dark).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('Greeting')).toBeVisible();
});

test('a low battery darkens the screen as soon as nobody is there, unless it is charging', async () => {
  await renderIn('es', <Screen idle />);
  await vi.waitFor(() => battery.set(0.19, true));
  wait(5);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  battery.set(0.19, false);
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(1_000);
    return deviceState().parked;
  });
  await userEvent.click(dark);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  wait(1);
  await expect.element(page.getByText('Greeting')).toBeVisible();
  wait(1);
  await expect.element(dark).toBeVisible();
  battery.set(0.2, true);
  await vi.waitUntil(() => {
    vi.advanceTimersByTime(1_000);
    return !deviceState().parked;
  });
});

test('a screen in use stays light, whatever the battery and the time', async () => {
  battery.level = 0.05;
  await renderIn('es', <Screen idle={false} />);
  wait(60);
  await expect.element(page.getByText('Panel')).toBeVisible();
});

test('a dark screen that reloads is dark again', async () => {
  const screen = await renderIn('es', <Screen idle />);
  wait(20);
  await expect.element(dark).toBeVisible();
  sessionStorage.setItem('parked', 'yes');
  await screen.unmount();
  sessionStorage.setItem('parked', 'yes');
  await renderIn('es', <Screen idle />);
  await expect.element(dark).toBeVisible();
});

test('the clock tells the time of the server, moves once a minute and fits every size', async () => {
  reportDevice({ clockOffset: 2 * 60 * minuteMs });
  await renderIn(
    'es',
    <div className="passenger">
      <Parked />
    </div>,
  );
  const shown = dark.getByText(/^\d\d:\d\d/);
  await expect.element(shown).toHaveTextContent('10:30');
  const place = () => shown.element().getBoundingClientRect().x;
  const before = place();
  vi.advanceTimersByTime(59_000);
  expect(place()).toBe(before);
  vi.advanceTimersByTime(1_000);
  await expect.element(shown).toHaveTextContent('10:31');
  expect(place()).not.toBe(before);
  for (const language of languages)
    await expect.element(dark.getByText(greetings[language].invitation)).toBeVisible();
  vi.useRealTimers();
  await expectReadableEverywhere();
  await expectAccessibleInBothThemes();
});
