import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Translated } from '../../../shared/content/words.ts';
import { MonitorOff } from 'lucide-react';
import { LoadError } from '../../components/LoadError.tsx';
import { useLanguage, useMessages } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ConflictDialog } from './draft/ConflictDialog.tsx';
import type { Draft } from './draft/draft.ts';
import type { DraftState, DraftStore } from './draft/draftStore.ts';
import type { ShownDraft } from './draft/shownDraft.ts';
import { StudioContext, TargetLanguage, type Studio } from './studio.ts';

/** The draft on this device, and its calls. */
export interface DraftProps {
  readonly store: DraftStore;
  readonly state: DraftState;
}

interface OfLoadedDraftProps extends DraftProps {
  readonly children: (draft: Draft) => ReactNode;
}

/** Waits for the draft, and says when it could not be loaded or another tab edits it. */
export function OfLoadedDraft({ store, state, children }: OfLoadedDraftProps) {
  const { common } = useMessages();
  const { loadFailed, tabs } = useNamespace('studio');
  if (state.isElsewhere)
    return (
      <EmptyState
        title={tabs.elsewhere}
        icon={<MonitorOff size={44} />}
        action={<Button onClick={() => void store.continueHere()}>{tabs.continueHere}</Button>}
      />
    );
  if (state.draft) return children(state.draft);
  if (!state.error) return <Spinner label={common.loading} />;
  return <LoadError title={loadFailed} error={state.error} onRetry={store.retry} />;
}

/** The language to translate into, at first that of the panel. */
export function useTargetLanguage() {
  const { language } = useLanguage();
  return useState<Translated>(language === 'es' ? 'en' : language);
}

type Handlers = Omit<Studio, 'subscribe' | 'read' | 'edit' | 'add' | 'isBlank'>;

/** The studio as one object for good, which calls the handlers of the last time it was drawn. */
function useStableStudio(shown: ShownDraft, handlers: Handlers): Studio {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [studio] = useState<Studio>(() => ({
    subscribe: shown.subscribe,
    read: shown.read,
    edit: shown.edit,
    add: shown.add,
    isBlank: shown.isBlank,
    open: (path) => latest.current.open(path),
    showPrices: () => latest.current.showPrices(),
    say: (message) => latest.current.say(message),
    setLanguage: (language) => latest.current.setLanguage(language),
    setSearch: (search) => latest.current.setSearch(search),
    setFilters: (filters) => latest.current.setFilters(filters),
  }));
  return studio;
}

interface StudioProviderProps extends DraftProps {
  readonly shown: ShownDraft;
  readonly handlers: Handlers;
  /** The language that is translated into. */
  readonly language: Translated;
  readonly draft: Draft;
  readonly children: ReactNode;
}

/** The draft for the fields inside, and the question of a conflict with somebody else. */
export function StudioProvider({
  shown,
  handlers,
  language,
  store,
  state,
  draft,
  children,
}: StudioProviderProps) {
  const { tookOver } = useNamespace('studio').tabs;
  return (
    <StudioContext value={useStableStudio(shown, handlers)}>
      <TargetLanguage value={language}>
        {state.tookOver && (
          <Notice tone="info" className="mb-4">
            {tookOver}
          </Notice>
        )}
        {children}
        {state.conflict && (
          <ConflictDialog
            mine={draft.content}
            conflict={state.conflict}
            onDecide={store.decide}
            onClose={store.postpone}
          />
        )}
      </TargetLanguage>
    </StudioContext>
  );
}
