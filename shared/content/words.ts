import { languages, type Language } from '../languages.ts';

export interface Translation {
  readonly text: string;
  /** The Spanish text that was translated, kept while it differs from the present one. */
  readonly of?: string;
}

export type Translated = Exclude<Language, 'es'>;

/** A text in Spanish, which the company writes first, with its translations. */
export type Words = { readonly es: string } & { readonly [L in Translated]?: Translation };

/** `outdated`: the Spanish text has changed since it was translated. */
export type WordsState = 'done' | 'outdated' | 'missing';

export function stateOf(words: Words, language: Language): WordsState {
  if (language === 'es') return words.es.trim() === '' ? 'missing' : 'done';
  const translation = words[language];
  if (!translation || translation.text.trim() === '') return 'missing';
  return translation.of === undefined || translation.of === words.es ? 'done' : 'outdated';
}

export const translated = languages.filter((language) => language !== 'es');

/**
 * Replaces the Spanish text. Translations remember the text they were made of, until it is back; one that was written before
 * any Spanish belongs to the first.
 */
export function editSpanish(words: Words, es: string): Words {
  const edited: { es: string } & { [L in Translated]?: Translation } = { es };
  for (const language of translated) {
    const translation = words[language];
    if (!translation) continue;
    const { text, of = words.es } = translation;
    edited[language] = of === es || of.trim() === '' ? { text } : { text, of };
  }
  return edited;
}

/** Replaces a translation, which is then one of the present Spanish text; an empty one is removed. */
export function editTranslation(words: Words, language: Translated, text: string): Words {
  const { [language]: _, ...others } = words;
  return text.trim() === '' ? others : { ...others, [language]: { text } };
}
