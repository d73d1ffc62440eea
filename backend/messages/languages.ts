/** The languages that mails and text messages are written in. */
export const languages = ['es', 'en', 'fr', 'pt', 'de'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
