import { createContext, startTransition, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { getEnvironment } from '../data/environment.ts';
import { loadWords, storeLanguage, type Language } from './languages.ts';
import type { Words } from './words.ts';

interface Dictionary {
  readonly language: Language;
  readonly words: Words;
}

export interface LanguageChoice {
  readonly language: Language;
  /** Loads and shows a language and keeps it on this device. Rejects when it cannot be loaded. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const WordsContext = createContext<Words | null>(null);
const ChoiceContext = createContext<LanguageChoice | null>(null);

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This needs LanguageProvider');
  return value;
}

/** The dictionary of the language shown now. */
export function useWords(): Words {
  return required(use(WordsContext));
}

export function useLanguage(): LanguageChoice {
  return required(use(ChoiceContext));
}

/** The company's tagline: the operator's own, else the translated one. */
export function useTagline(): string {
  const { common } = useWords();
  return getEnvironment().brandTagline || common.subtitle;
}

/** Holds the language. Load `initial` before the first paint, so that no other language flashes. */
export function LanguageProvider({ initial, children }: { initial: Dictionary; children: ReactNode }) {
  const [dictionary, setDictionary] = useState(initial);
  const { language, words } = dictionary;

  useEffect(() => {
    const { brandName, brandTagline } = getEnvironment();
    document.documentElement.lang = language;
    document.title = `${brandName} · ${brandTagline || words.common.subtitle}`;
  }, [language, words]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      setLanguage: async (next) => {
        const loaded = await loadWords(next);
        storeLanguage(next);
        // A transition keeps the old language on the screen while lazily loaded areas arrive.
        startTransition(() => setDictionary({ language: next, words: loaded }));
      },
    }),
    [language],
  );

  return (
    <ChoiceContext value={choice}>
      <WordsContext value={words}>{children}</WordsContext>
    </ChoiceContext>
  );
}
