import type { Language } from '../../shared/languages.ts';

/** British English has no comma before “and”. */
const locales: Partial<Record<Language, string>> = { en: 'en-GB' };

/** Joins the parts of a list as a sentence does: “a, b and c”. */
export function formatList(parts: readonly string[], language: Language): string {
  return new Intl.ListFormat(locales[language] ?? language).format(parts);
}
