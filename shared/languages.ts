/**
 * Describes each language, in the order in which the app offers them. `locale`: the BCP 47 tag of the country that
 * the app speaks as, for numbers and dates. `decimal`: the sign before decimals, for screens that cannot wait for `Intl`.
 */
export const languageTable = {
  es: { name: 'Español', locale: 'es-CL', decimal: ',' },
  en: { name: 'English', locale: 'en-GB', decimal: '.' },
  fr: { name: 'Français', locale: 'fr', decimal: ',' },
  pt: { name: 'Português', locale: 'pt-BR', decimal: ',' },
  de: { name: 'Deutsch', locale: 'de', decimal: ',' },
} as const;

export type Language = keyof typeof languageTable;

export const languages = Object.keys(languageTable) as readonly Language[];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The locale in which numbers and dates are written for a language. */
export function localeOf(language: Language): string {
  return languageTable[language].locale;
}
