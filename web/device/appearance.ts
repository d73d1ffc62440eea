import { getEnvironment } from '../data/environment.ts';
import { isNight } from './night.ts';

/** `auto`: dark at night, and when the device prefers dark. */
export type Theme = 'auto' | 'light' | 'dark';
/** A, A+, A++: 100, 112.5 and 125 per cent. */
export type TextSize = 'normal' | 'large' | 'larger';

/** Settings of the device, not of a person: they stay when the driver signs out. */
const keys = { theme: 'theme', textSize: 'text-size' };
const darkDevice = '(prefers-color-scheme: dark)';
/** How late night may fall on the screen. In milliseconds. */
const nightCheck = 30_000;

export function chosenTheme(): Theme {
  return (localStorage.getItem(keys.theme) ?? 'auto') as Theme;
}

export function chosenTextSize(): TextSize {
  return (localStorage.getItem(keys.textSize) ?? 'normal') as TextSize;
}

/** Shows the page in the chosen appearance, with `auto` as it is at this time. */
function applyAppearance(): void {
  const theme = chosenTheme();
  const night =
    window.matchMedia(darkDevice).matches || isNight(new Date().getHours(), getEnvironment().nightHours);
  const { dataset } = document.documentElement;
  dataset['theme'] = theme === 'auto' ? (night ? 'dark' : 'light') : theme;
  dataset['text'] = chosenTextSize();
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(keys.theme, theme);
  applyAppearance();
}

export function chooseTextSize(size: TextSize): void {
  localStorage.setItem(keys.textSize, size);
  applyAppearance();
}

/** Shows the chosen appearance, and follows the device and the hours as long as the page is open. */
export function startAppearance(): void {
  applyAppearance();
  window.matchMedia(darkDevice).addEventListener('change', applyAppearance);
  document.addEventListener('visibilitychange', applyAppearance);
  setInterval(applyAppearance, nightCheck);
}
