import { isLanguage, languages, type Language } from '../../shared/languages.ts';
import type { Words } from './words.ts';

/** Each language in its own name. */
export const languageNames: Record<Language, string> = {
  es: 'Español',
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  de: 'Deutsch',
};

const loaders: Record<Language, () => Promise<Words>> = {
  es: () => import('./es/index.ts'),
  en: () => import('./en/index.ts'),
  fr: () => import('./fr/index.ts'),
  pt: () => import('./pt/index.ts'),
  de: () => import('./de/index.ts'),
};

const storageKey = 'language';

/** @throws when the chunk of the language cannot be loaded */
export function loadWords(language: Language): Promise<Words> {
  return loaders[language]();
}

/** The language chosen on this device, or null. */
export function chosenLanguage(): string | null {
  return localStorage.getItem(storageKey);
}

/** The words of a language with its name; falls back to Spanish, and rejects when that cannot be loaded either. */
export async function firstDictionary(
  language: Language,
): Promise<{ readonly language: Language; readonly words: Words }> {
  try {
    return { language, words: await loadWords(language) };
  } catch {
    return { language: 'es', words: await loadWords('es') };
  }
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
