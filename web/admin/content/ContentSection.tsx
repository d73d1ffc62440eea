import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ContentPath } from '../../../shared/content/changes.ts';
import type { Translated } from '../../../shared/content/words.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { useMessages, useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useReload } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';
import { itemPath } from './model/items.ts';
import { keyOf } from './model/tree.ts';
import { ConflictDialog } from './draft/ConflictDialog.tsx';
import { hasUnsavedWork, type Draft } from './draft/draft.ts';
import { useDraft, type DraftState, type DraftStore } from './draft/draftStore.ts';
import { useShownDraft, type ShownDraft } from './draft/shownDraft.ts';
import { SaveState } from './draft/SaveState.tsx';
import { TextsView, type Target } from './TextsView.tsx';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { usePreview, type Preview } from './preview/usePreview.ts';
import { PricesView } from './prices/PricesView.tsx';
import { HistoryView } from './publish/HistoryView.tsx';
import { PublishView } from './publish/PublishView.tsx';
import { StudioContext, TargetLanguage, type Studio } from './studio.ts';

type ContentSectionProps = Pick<SectionProps, 'location' | 'onDone'>;

/** The studio with the draft of the database. */
export default function ContentSection({ location, onDone }: ContentSectionProps) {
  return <DraftStudio location={location} onDone={onDone} {...useDraft()} />;
}

interface DraftStudioProps extends ContentSectionProps {
  readonly store: DraftStore;
  readonly state: DraftState;
}

/** The studio: everything that passengers read, edited as a draft and published as a release. */
export function DraftStudio({ location, onDone, store, state }: DraftStudioProps) {
  const { common } = useMessages();
  const { loadFailed } = useNamespace('studio');
  if (state.draft)
    return <OpenStudio location={location} onDone={onDone} store={store} state={state} draft={state.draft} />;
  if (!state.error) return <Spinner label={common.loading} />;
  return <LoadError title={loadFailed} error={state.error} onRetry={store.retry} />;
}

const views = ['texts', 'prices', 'publish', 'history'] as const;
type View = (typeof views)[number];

interface OpenStudioProps extends DraftStudioProps {
  readonly draft: Draft;
}

/** The part of the document that the address opens. */
function shownPath(location: ListLocation): ContentPath {
  return location.filter('view') === 'prices' ? ['routes'] : location.filter('item').split('/');
}

/** The language to translate into, at first that of the panel. */
function useTargetLanguage() {
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

function OpenStudio({ location, onDone, store, state, draft }: OpenStudioProps) {
  const [language, setLanguage] = useTargetLanguage();
  const [target, setTarget] = useState<Target | null>(null);
  const preview = usePreview(shownPath(location));
  const shown = useShownDraft(store);
  const show = (next: View) => {
    shown.leave([]);
    location.setFilters({ view: next === 'texts' ? '' : next });
    if (next === 'prices') preview.follow(['routes']);
  };
  const studio = useStableStudio(shown, {
    say: onDone,
    setLanguage: (next) => {
      setLanguage(next);
      preview.choose({ language: next });
    },
    setSearch: location.setSearch,
    setFilters: location.setFilters,
    showPrices: () => show('prices'),
    open: (path) => {
      const item = keyOf(itemPath(path));
      shown.leave(itemPath(path));
      location.setFilters(path[2] === 'prices' ? { view: 'prices' } : { view: '', item });
      setTarget(path.length > 0 ? { path } : null);
      preview.follow(path);
    },
  });
  return (
    <StudioContext value={studio}>
      <TargetLanguage value={language}>
        <Workbench
          location={location}
          onDone={onDone}
          store={store}
          state={state}
          draft={draft}
          target={target}
          preview={preview}
          onShow={show}
        />
        {state.theirs && (
          <ConflictDialog
            draft={draft}
            theirs={state.theirs}
            onTakeTheirs={store.takeTheirs}
            onPutMineOnTop={store.putMineOnTop}
            onClose={store.postpone}
          />
        )}
      </TargetLanguage>
    </StudioContext>
  );
}

interface WorkbenchProps extends OpenStudioProps {
  readonly target: Target | null;
  readonly preview: Preview;
  readonly onShow: (view: View) => void;
}

/** The view that is open, and the preview: beside the texts, above everything else. */
function Workbench({ location, onDone, store, state, draft, target, preview, onShow }: WorkbenchProps) {
  const t = useNamespace('studio');
  const names = useMay('publish') ? t.views : { ...t.views, publish: t.publish.pending };
  const view = views.find((each) => each === location.filter('view')) ?? 'texts';
  // An older release has nothing to do with the draft that the preview shows.
  const isPreviewable = view !== 'history';
  const isPreviewed = isPreviewable && location.filter('preview') !== '';
  const isBeside = isPreviewed && view === 'texts';
  return (
    <div className="flex flex-col gap-4">
      {/* From 1024 px it stands in the row of the tabs that follow. */}
      <div className="flex items-center justify-between gap-x-4 lg:-mb-4 lg:ml-auto lg:h-0 lg:max-w-1/2 lg:translate-y-7">
        <SaveState state={state} onRetry={store.retry} onShowProblems={() => onShow('publish')} />
        {isPreviewable && (
          <Button
            size="compact"
            variant="secondary"
            icon={<MonitorSmartphone size={20} />}
            aria-pressed={isPreviewed}
            className={classes('shrink-0', isPreviewed && 'border-accent text-accent')}

            onClick={() => location.setFilters({ preview: isPreviewed ? '' : 'on' })}
          >
            {t.preview.open}
          </Button>
        )}
      </div>
      <Tabs
        name="content"
        label={t.viewsLabel}
        variant="pill"
        panelClass={classes('grid items-start gap-4', isBeside && 'lg:grid-cols-2')}
        tabs={views.map((id) => ({ id, label: names[id] }))}
        selected={view}
        onSelect={onShow}
      >
        {isPreviewed && <PreviewPane preview={preview} beside={isBeside} />}
        <div className="min-w-0">
          {view === 'texts' && <TextsView location={location} target={target} narrow={isPreviewed} />}
          {view === 'prices' && <PricesView />}
          {(view === 'publish' || view === 'history') && (
            <Releases view={view} store={store} state={state} draft={draft} onDone={onDone} />
          )}
        </div>
      </Tabs>
    </div>
  );
}

interface ReleasesProps extends Pick<OpenStudioProps, 'store' | 'state' | 'draft' | 'onDone'> {
  readonly view: 'publish' | 'history';
}

function Releases({ view, store, state, draft, onDone }: ReleasesProps) {
  const t = useNamespace('studio').publish;
  const reload = useReload();
  const saved = !hasUnsavedWork(draft) && !state.saving;
  const publish = async (...how: Parameters<DraftStore['publish']>): Promise<void> => {
    try {
      const id = await store.publish(...how);
      await reload();
      onDone(t.published(String(id)));
    } catch (error) {
      console.error('The publication failed', error);
      await Promise.allSettled([store.refresh(), reload()]);
      throw error;
    }
  };
  if (view === 'publish') return <PublishView saved={saved} publish={(note) => publish(note)} />;
  return <HistoryView saved={saved} republish={(note, newest, older) => publish(note, { newest, older })} />;
}
