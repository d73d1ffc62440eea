import { getEnvironment } from '../data/environment.ts';
import { isOneOf, storedValue, type StoredValue } from '../util/storedValue.ts';
import { isNight } from './night.ts';

/** Settings of the device, not of a person: they stay when the driver signs out. */
export interface Appearance {
  /** `auto`: dark at night, and when the device prefers dark. */
  readonly theme: 'auto' | 'light' | 'dark';
  /** A, A+, A++: 100, 112.5 and 125 per cent. */
  readonly 'text-size': 'normal' | 'large' | 'larger';
}

const defaults: Appearance = { theme: 'auto', 'text-size': 'normal' };

const chosen: { readonly [Key in keyof Appearance]: StoredValue<Appearance[Key]> } = {
  theme: storedValue('theme', isOneOf('auto', 'light', 'dark'), { format: 'text' }),
  'text-size': storedValue('text-size', isOneOf('normal', 'large', 'larger'), { format: 'text' }),
};

const darkDevice = '(prefers-color-scheme: dark)';
/** How late night may fall on the screen. */
const nightCheckMs = 30_000;

export function chosenAppearance<Key extends keyof Appearance>(setting: Key): Appearance[Key] {
  return chosen[setting].read() ?? defaults[setting];
}

/** Night falls by the clock on a screen in a vehicle, not on a passenger's phone or in the office. */
let isInVehicle = false;

/** Shows the page in the chosen appearance, with `auto` as it is at this time. */
function applyAppearance(): void {
  const theme = chosenAppearance('theme');
  const isLate = isInVehicle && isNight(new Date().getHours(), getEnvironment().nightHours);
  const night = isLate || window.matchMedia(darkDevice).matches;
  const { dataset } = document.documentElement;
  dataset['theme'] = theme === 'auto' ? (night ? 'dark' : 'light') : theme;
  dataset['text'] = chosenAppearance('text-size');
}

export function chooseAppearance<Key extends keyof Appearance>(setting: Key, value: Appearance[Key]): void {
  chosen[setting].write(value);
  applyAppearance();
}

/** Lets night fall by the clock from now on, or by the device alone. */
export function followNightHours(inVehicle: boolean): void {
  isInVehicle = inVehicle;
  applyAppearance();
}

/**
 * Shows the chosen appearance, and follows the device as long as the page is open.
 * @param inVehicle follows the hours, too
 */
export function startAppearance(inVehicle: boolean): void {
  followNightHours(inVehicle);
  window.matchMedia(darkDevice).addEventListener('change', applyAppearance);
  document.addEventListener('visibilitychange', applyAppearance);
  setInterval(applyAppearance, nightCheckMs);
}
