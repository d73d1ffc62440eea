import { isLanguage, languages, languageTable, localeOf, type Language } from '../../shared/languages.ts';

/** Each language in its own name. */
export const languageNames = Object.fromEntries(
  languages.map((language) => [language, languageTable[language].name]),
) as Readonly<Record<Language, string>>;

export { isLanguage, languages, localeOf, type Language };
