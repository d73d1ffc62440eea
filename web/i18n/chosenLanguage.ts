import { isString, storedValue } from '../util/storedValue.ts';
import { isLanguage, type Language } from './languages.ts';

const storedLanguage = storedValue('language', isString, { format: 'text' });

/** The language chosen on this device, or null. */
export function chosenLanguage(): string | null {
  return storedLanguage.read();
}

/** The language chosen on this device, else the installation's default; Spanish for an unknown one. */
export function preferredLanguage(fallback: Language): Language {
  const stored = chosenLanguage();
  if (stored === null) return fallback;
  return isLanguage(stored) ? stored : 'es';
}

export function storeLanguage(language: Language): void {
  storedLanguage.write(language);
}
