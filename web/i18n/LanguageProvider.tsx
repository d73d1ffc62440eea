import { createContext, startTransition, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import { getEnvironment } from '../data/environment.ts';
import { storeLanguage, type Language } from './languages.ts';
import { loadMessages } from './loadMessages.ts';
import type { Messages } from './messages.ts';

interface Dictionary {
  readonly language: Language;
  readonly messages: Messages;
}

export interface LanguageChoice {
  readonly language: Language;
  /** Loads and shows a language and keeps it on this device. Rejects when it cannot be loaded. */
  readonly setLanguage: (language: Language) => Promise<void>;
}

const MessagesContext = createContext<Messages | null>(null);
const ChoiceContext = createContext<LanguageChoice | null>(null);

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

/** The company's tagline: the operator's own, else the translated one. */
export function useTagline(): string {
  const { common } = useMessages();
  return getEnvironment().brandTagline || common.subtitle;
}

/** Holds the language. Load `initial` before the first paint, so that no other language flashes. */
export function LanguageProvider({ initial, children }: { initial: Dictionary; children: ReactNode }) {
  const [dictionary, setDictionary] = useState(initial);
  const { language, messages } = dictionary;

  useEffect(() => {
    const { brandName, brandTagline } = getEnvironment();
    document.documentElement.lang = language;
    document.title = `${brandName} · ${brandTagline || messages.common.subtitle}`;
  }, [language, messages]);

  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      setLanguage: async (next) => {
        const loaded = await loadMessages(next);
        storeLanguage(next);
        // A transition keeps the old language on the screen while lazily loaded namespaces arrive.
        startTransition(() => setDictionary({ language: next, messages: loaded }));
      },
    }),
    [language],
  );

  return (
    <ChoiceContext value={choice}>
      <MessagesContext value={messages}>{children}</MessagesContext>
    </ChoiceContext>
  );
}
