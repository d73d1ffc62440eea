import { createContext, startTransition, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Company } from '../../shared/content/content.ts';
import { textIn } from '../../shared/content/text.ts';
import type { Language } from '../../shared/languages.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import { storeLanguage } from './chosenLanguage.ts';
import { loadMessages } from './loadMessages.ts';
import type { Messages } from './messages.ts';

export interface Dictionary {
  readonly language: Language;
  readonly messages: Messages;
}

export interface LanguageChoice {
  readonly language: Language;
  /** Loads, shows and keeps a language. Rejects when it cannot be loaded. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

export const MessagesContext = createContext<Messages | null>(null);
export const ChoiceContext = createContext<LanguageChoice | null>(null);

function required<Value>(value: Value | null): Value {
  if (value === null) throw new Error('This needs LanguageProvider');
  return value;
}

/** The dictionary of the language shown now. */
export function useMessages(): Messages {
  return required(use(MessagesContext));
}

export function useLanguage(): LanguageChoice {
  return required(use(ChoiceContext));
}

export interface LanguageProviderProps {
  /** Load it before the first paint, so that no other language flashes. */
  readonly initial: Dictionary;
  /** Keeps a language that somebody chose; by default on this device. */
  readonly keep?: (language: Language) => void;
  readonly children: ReactNode;
}

/** Gives the page the language, and the company's name and tagline in it as its title. */
export function labelPage(language: Language, { name, tagline }: Company): void {
  const page = document.documentElement;
  // Set again, the same language has the browser compute all styles again.
  if (page.lang !== language) page.lang = language;
  document.title = `${name} · ${textIn(tagline, language).text}`;
}

/** Holds the language. */
export function LanguageProvider({ initial, keep = storeLanguage, children }: LanguageProviderProps) {
  const [dictionary, setDictionary] = useState(initial);
  const { language, messages } = dictionary;
  const company = useCompany();

  useEffect(() => labelPage(language, company), [language, company]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      setLanguage: async (next) => {
        const loaded = await loadMessages(next);
        keep(next);
        // A transition keeps the old language on the screen while lazily loaded namespaces arrive.
        startTransition(() => setDictionary({ language: next, messages: loaded }));
      },
    }),
    [language, keep],
  );

  return (
    <ChoiceContext value={choice}>
      <MessagesContext value={messages}>{children}</MessagesContext>
    </ChoiceContext>
  );
}
