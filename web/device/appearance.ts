import { getEnvironment } from '../data/environment.ts';
import { isNight } from './night.ts';

/** `auto`: dark when the device is set so, and at night. */
export type Theme = 'auto' | 'light' | 'dark';
/** A, A+, A++: 100, 112.5 and 125 per cent. */
export type TextSize = 'normal' | 'large' | 'larger';

/** Settings of the device, not of a person: they stay when the driver signs out. */
const keys = { theme: 'theme', textSize: 'text-size' };
const darkDevice = window.matchMedia('(prefers-color-scheme: dark)');

export function chosenTheme(): Theme {
  return (localStorage.getItem(keys.theme) ?? 'auto') as Theme;
}

export function chosenTextSize(): TextSize {
  return (localStorage.getItem(keys.textSize) ?? 'normal') as TextSize;
}

/** Shows the page as chosen, and as it is by day or by night now. */
export function applyAppearance(): void {
  const theme = chosenTheme();
  const night = darkDevice.matches || isNight(new Date().getHours(), getEnvironment().nightHours);
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

/** Shows the chosen appearance, and follows the device while the page is open. */
export function startAppearance(): void {
  applyAppearance();
  darkDevice.addEventListener('change', applyAppearance);
}
