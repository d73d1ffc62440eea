import type { Language } from '../../shared/languages.ts';
import type { Messages } from './messages.ts';

const modules = import.meta.glob<Messages>('./*/index.ts');

/** @throws when the chunk of the language cannot be loaded */
export function loadMessages(language: Language): Promise<Messages> {
  const load = modules[`./${language}/index.ts`];
  return load ? load() : Promise.reject(new Error(`There is no ${language}/index.ts`));
}

/** The messages of a language with its name; the Spanish ones when those cannot be loaded. @throws when neither can be */
export async function firstDictionary(
  language: Language,
): Promise<{ readonly language: Language; readonly messages: Messages }> {
  try {
    return { language, messages: await loadMessages(language) };
  } catch {
    return { language: 'es', messages: await loadMessages('es') };
  }
}
