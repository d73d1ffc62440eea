import type { Language } from '../../shared/languages.ts';
import type { Words } from './words.ts';

const modules = import.meta.glob<Words>('./*/index.ts');

/** @throws when the chunk of the language cannot be loaded */
export function loadWords(language: Language): Promise<Words> {
  const load = modules[`./${language}/index.ts`];
  return load ? load() : Promise.reject(new Error(`There is no ${language}/index.ts`));
}

/** The words of a language with its name; the Spanish ones when those cannot be loaded. @throws when neither can be */
export async function firstDictionary(
  language: Language,
): Promise<{ readonly language: Language; readonly words: Words }> {
  try {
    return { language, words: await loadWords(language) };
  } catch {
    return { language: 'es', words: await loadWords('es') };
  }
}
