import { use, useDeferredValue, useEffect, useMemo } from 'react';
import { staffLanguageOf } from '../../shared/staff-languages.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import { loader } from '../util/loader.ts';
import {
  ChoiceContext,
  labelPage,
  MessagesContext,
  useLanguage,
  useMessages,
  type LanguageProviderProps,
} from './LanguageProvider.tsx';
import { loadMessages } from './loadMessages.ts';
import { addNamespaces } from './namespaces.ts';
import { staffNamespaces } from './staffNamespaces.ts';

addNamespaces(staffNamespaces);

const english = loader(() => loadMessages('en'));

/**
 * Shows the administration panel in a language of staff: in English to a person who has chosen another one, which the
 * page has again when the panel is left.
 */
export function StaffLanguageProvider({ children }: Pick<LanguageProviderProps, 'children'>) {
  const chosen = useLanguage();
  const chosenMessages = useMessages();
  const company = useCompany();
  const language = staffLanguageOf(chosen.language);
  const messages = language === chosen.language ? chosenMessages : use(english.current());

  // Deferred: the effect of `LanguageProvider`, which is around this one, runs after this one's in the same commit.
  const label = useDeferredValue(language, chosen.language);
  useEffect(() => {
    labelPage(label, company);
    return () => labelPage(chosen.language, company);
  }, [label, chosen.language, company]);

  const choice = useMemo(() => ({ ...chosen, language }), [chosen, language]);

  return (
    <ChoiceContext value={choice}>
      <MessagesContext value={messages}>{children}</MessagesContext>
    </ChoiceContext>
  );
}
