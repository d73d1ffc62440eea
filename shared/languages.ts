/** The languages of the app, in the order in which they are offered. */
export const languages = ['es', 'en', 'fr', 'pt', 'de'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
