import { isLanguage, languages, type Language } from '../../shared/languages.ts';

/** Each language in its own name. */
export const languageNames: Record<Language, string> = {
  es: 'Español',
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  de: 'Deutsch',
};

const storageKey = 'language';

/** The language chosen on this device, or null. */
export function chosenLanguage(): string | null {
  return localStorage.getItem(storageKey);
}

/** The language chosen on this device, else the installation's default; Spanish for an unknown one. */
export function preferredLanguage(fallback: Language): Language {
  const stored = chosenLanguage();
  if (stored === null) return fallback;
  return isLanguage(stored) ? stored : 'es';
}

export function storeLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

export { languages, type Language };
