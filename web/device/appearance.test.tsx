import { expect, onTestFinished, test, vi } from 'vitest';
import { followNightHours, startAppearance } from './appearance.ts';

const shownTheme = () => document.documentElement.dataset['theme'];

test('night falls by the clock in a vehicle, and on a phone with the phone’s own setting only', () => {
  const clock = vi.spyOn(Date.prototype, 'getHours').mockReturnValue(21);
  const device = vi.spyOn(window, 'matchMedia');
  const setDevice = (matches: boolean) =>
    device.mockReturnValue({ matches, addEventListener: vi.fn() } as unknown as MediaQueryList);
  onTestFinished(() => {
    clock.mockRestore();
    device.mockRestore();
  });
  setDevice(false);
  startAppearance(false);
  expect(shownTheme()).toBe('light');
  setDevice(true);
  startAppearance(false);
  expect(shownTheme()).toBe('dark');
  setDevice(false);
  startAppearance(false);
  // A public page that turns out to be open on a driver's device.
  followNightHours(true);
  expect(shownTheme()).toBe('dark');
  startAppearance(true);
  expect(shownTheme()).toBe('dark');
  clock.mockReturnValue(12);
  startAppearance(true);
  expect(shownTheme()).toBe('light');
});
