import { isLanguage, languages, type Language } from '../../shared/languages.ts';

/** Each language in its own name. */
export const languageNames: Record<Language, string> = {
  es: 'Español',
  en: 'English',
  fr: 'Français',
  pt: 'Português',
  de: 'Deutsch',
};

export { isLanguage, languages, type Language };
