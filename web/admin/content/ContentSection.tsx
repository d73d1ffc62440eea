import { MonitorSmartphone } from 'lucide-react';
import { use, useState } from 'react';
import type { ContentPath } from '../../../shared/content/changes.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useMay } from '../parts/useMay.ts';
import { itemPath } from './model/items.ts';
import { keyOf } from './model/tree.ts';
import { useDraft } from './draft/useDraft.ts';
import { SaveState } from './draft/SaveState.tsx';
import { TextsView, type Target } from './TextsView.tsx';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { usePreview, type Preview } from './preview/usePreview.ts';
import { PricesView } from './prices/PricesView.tsx';
import { HistoryView } from './publish/HistoryView.tsx';
import { PublishView } from './publish/PublishView.tsx';
import { UnpublishedBar } from './publish/UnpublishedBar.tsx';
import { PreviewCut, Unpublished } from './studio.ts';
import { StudioProvider, type DraftProps } from './StudioProvider.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';

type ContentSectionProps = Pick<SectionProps, 'location' | 'onDone'>;

/** The studio with the draft of the database. */
export default function ContentSection({ location, onDone }: ContentSectionProps) {
  return <DraftStudio location={location} onDone={onDone} {...useDraft()} />;
}

const views = ['prices', 'texts', 'publish', 'history'] as const;
type View = (typeof views)[number];

/** The view in the address; one without a name that narrows or opens texts shows them. */
function viewOf({ filter, search }: ListLocation): View {
  const named = views.find((each) => each === filter('view'));
  const isOfTexts = search !== '' || ['item', 'state', 'language'].some((each) => filter(each) !== '');
  return named ?? (isOfTexts ? 'texts' : 'prices');
}

/** Removes what the address of the company's facts, which have a section of their own, does not have. */
const noView = { view: '', item: '', preview: '', search: '', state: '', language: '' };

interface DraftStudioProps extends ContentSectionProps, DraftProps {}

/** The studio: everything that passengers read, edited as a draft and published as a release. */
export function DraftStudio({ location, onDone, ...draft }: DraftStudioProps) {
  const [target, setTarget] = useState<Target | null>(null);
  const preview = usePreview(viewOf(location) === 'prices' ? ['routes'] : location.filter('item').split('/'));
  const show = (view: View) => {
    location.setFilters({ view });
    if (view === 'prices') preview.follow(['routes']);
  };
  const open = (path: ContentPath) => {
    if (path[0] === 'company')
      return location.setFilters({ ...noView, section: 'company', field: keyOf(path) });
    const item = keyOf(itemPath(path));
    location.setFilters(path[2] === 'prices' ? { view: 'prices' } : { view: 'texts', item });
    setTarget(path.length > 0 ? { path } : null);
    preview.follow(path);
  };
  return (
    <StudioProvider
      {...draft}
      open={open}
      say={onDone}
      onLanguage={(language) => preview.choose({ language })}
    >
      <Workbench {...draft} location={location} target={target} preview={preview} onShow={show} />
    </StudioProvider>
  );
}

interface WorkbenchProps extends DraftProps {
  readonly location: ListLocation;
  readonly target: Target | null;
  readonly preview: Preview;
  readonly onShow: (view: View) => void;
}

/** The view that is open, and the preview: beside the texts, above everything else. */
function Workbench({ location, store, state, target, preview, onShow }: WorkbenchProps) {
  const t = useNamespace('studio');
  const names = useMay('publish') ? t.views : { ...t.views, publish: t.publish.pending };
  const format = useFormat();
  const unpublished = use(Unpublished);
  const view = viewOf(location);
  const labelOf = (id: View) =>
    id === 'publish' && unpublished > 0 ? `${names[id]} (${format.count(unpublished)})` : names[id];
  // An older release has nothing to do with the draft that the preview shows.
  const isPreviewable = view !== 'history';
  const isPreviewed = isPreviewable && location.filter('preview') !== '';
  const isBeside = isPreviewed && view === 'texts';
  return (
    <div className="flex flex-col gap-2">
      <UnpublishedBar onPublish={view === 'publish' ? null : () => onShow('publish')} />
      <Tabs
        name="content"
        label={t.viewsLabel}
        variant="panel"
        beside={
          <div className="flex items-center justify-between gap-x-4 max-lg:w-full">
            <SaveState state={state} onRetry={store.retry} onShowProblems={() => onShow('publish')} />
            {isPreviewable && (
              <SmallButton
                icon={MonitorSmartphone}
                aria-pressed={isPreviewed}
                className={classes('shrink-0', isPreviewed && 'border-accent text-accent')}
                onClick={() => location.setFilters({ preview: isPreviewed ? '' : 'on' })}
              >
                {t.preview.open}
              </SmallButton>
            )}
          </div>
        }
        panelClass={classes('grid items-start gap-4 pt-3', isBeside && 'lg:grid-cols-2')}
        tabs={views.map((id) => ({ id, label: labelOf(id) }))}
        selected={view}
        onSelect={onShow}
      >
        {isPreviewed && <PreviewPane preview={preview} beside={isBeside} />}
        <div className="min-w-0">
          {view === 'texts' && (
            <PreviewCut value={isPreviewed ? preview.cut : null}>
              <TextsView location={location} target={target} narrow={isPreviewed} />
            </PreviewCut>
          )}
          {view === 'prices' && <PricesView />}
          {view === 'publish' && <PublishView store={store} state={state} />}
          {view === 'history' && <HistoryView onRestored={() => onShow('publish')} />}
        </div>
      </Tabs>
    </div>
  );
}
