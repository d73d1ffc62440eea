import { useDeferredValue, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { describeChanges } from '../../../shared/content/changes.ts';
import type { Content } from '../../../shared/content/content.ts';
import type { Translated } from '../../../shared/content/words.ts';
import { languages } from '../../../shared/languages.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Loading } from '../parts/Loading.tsx';
import type { DraftState, DraftStore, DraftConflict } from './draft/draftStore.ts';
import { problemsOf } from './model/problems.ts';
import { usePublished } from './publish/useReleases.ts';
import { Problems, StudioContext, TargetLanguage, Unpublished, type Studio } from './studio.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { isWithin } from './model/tree.ts';
import { ChangeList } from './publish/ChangeList.tsx';

/** The draft on this device, and its calls. */
export interface DraftProps {
  readonly store: DraftStore;
  readonly state: DraftState;
}

type Handlers = Pick<Studio, 'open' | 'say' | 'setLanguage'>;

/** The studio as one object for good, which calls the handlers of the last time it was drawn. */
function useStableStudio(store: DraftStore, handlers: Handlers): Studio {
  const latest = useRef(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  const [studio] = useState<Studio>(() => ({
    subscribe: store.subscribe,
    read: store.content,
    edit: store.edit,
    open: (path) => latest.current.open(path),
    say: (message) => latest.current.say(message),
    setLanguage: (language) => latest.current.setLanguage(language),
  }));
  return studio;
}

interface StudioProviderProps extends DraftProps, Pick<Studio, 'open' | 'say'> {
  /** Called when another language is translated into. */
  readonly onLanguage?: (language: Translated) => void;
  readonly children: ReactNode;
}

/** Loads the draft for the fields inside, and asks about a conflict with somebody else. */
export function StudioProvider({ store, state, open, say, onLanguage, children }: StudioProviderProps) {
  const { loadFailed } = useNamespace('studio');
  const { language: own } = useLanguage();
  const [language, setLanguage] = useState<Translated>(own === 'es' ? 'en' : own);
  const translateInto = (next: Translated) => {
    setLanguage(next);
    onLanguage?.(next);
  };
  const studio = useStableStudio(store, {
    open: (path) => {
      const next = languages.find((each) => path.includes(each));
      if (next && next !== 'es') translateInto(next);
      open(path);
    },
    say,
    setLanguage: translateInto,
  });
  const { draft, conflict, error } = state;
  if (!draft) return <Loading title={loadFailed} error={error} retry={store.retry} />;
  return (
    <StudioContext value={studio}>
      <TargetLanguage value={language}>
        <Checked content={draft.content}>{children}</Checked>
        {conflict && (
          <ConflictDialog
            mine={draft.content}
            conflict={conflict}
            onDecide={store.decide}
            onClose={store.postpone}
          />
        )}
      </TargetLanguage>
    </StudioContext>
  );
}

interface CheckedProps {
  readonly content: Content;
  readonly children: ReactNode;
}

/** Checks and counts the draft after it was drawn, and draws its fields again only when the problems are others. */
function Checked({ content, children }: CheckedProps) {
  const drawn = useDeferredValue(content);
  const found = useMemo(() => problemsOf(drawn), [drawn]);
  const { data: published } = usePublished();
  const unpublished = useMemo(
    () => (published ? describeChanges(published, drawn).length : 0),
    [published, drawn],
  );
  const [problems, setProblems] = useState(found);
  if (JSON.stringify(found) !== JSON.stringify(problems)) setProblems(found);
  return (
    <Problems value={problems}>
      <Unpublished value={unpublished}>{children}</Unpublished>
    </Problems>
  );
}

interface ConflictDialogProps {
  /** The content with the edits of this device. */
  readonly mine: Content;
  readonly conflict: DraftConflict;
  readonly onDecide: DraftStore['decide'];
  /** Decides later. */
  readonly onClose: () => void;
}

/** Shown when somebody else has saved the same parts meanwhile: both texts of each, to choose a side. */
function ConflictDialog({ mine, conflict, onDecide, onClose }: ConflictDialogProps) {
  const t = useNamespace('studio').conflict;
  const { by, theirs, joined } = conflict;
  const changes = describeChanges(theirs.content, mine).filter(({ path }) =>
    joined.disputed.some((part) => isWithin(path, part)),
  );
  return (
    <FormDialog
      title={t.title}
      action={t.mine}
      cancel={{ label: t.theirs, onClick: () => onDecide('theirs') }}
      form={{ onSubmit: () => onDecide('mine') }}
      onClose={onClose}
    >
      <p>{t.text(by || t.somebody)}</p>
      <ChangeList changes={changes} before={theirs.content} after={mine} />
    </FormDialog>
  );
}
