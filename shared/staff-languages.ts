import type { Language } from './languages.ts';

/** The languages of the administration panel and of mails to staff. */
export const staffLanguages = ['es', 'en'] as const;

export type StaffLanguage = (typeof staffLanguages)[number];

/** The language in which staff read what has no other: English for everybody who has not chosen Spanish. */
export function staffLanguageOf(language: Language): StaffLanguage {
  return language === 'es' ? 'es' : 'en';
}
