import type { Language } from '../languages.ts';
import type { Words } from './words.ts';

/** The text to show, and the language it is in: Spanish where the translation is missing. */
export function textIn(
  words: Words,
  language: Language,
): { readonly text: string; readonly language: Language } {
  const text = language === 'es' ? undefined : words[language]?.text;
  return text === undefined || text.trim() === '' ? { text: words.es, language: 'es' } : { text, language };
}
