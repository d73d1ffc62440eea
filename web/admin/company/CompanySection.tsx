import { Send } from 'lucide-react';
import type { ContentPath } from '../../../shared/content/changes.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import type { Draft } from '../content/draft/draft.ts';
import { useDraft } from '../content/draft/useDraft.ts';
import { SaveState } from '../content/draft/SaveState.tsx';
import { useShownDraft } from '../content/draft/shownDraft.ts';
import { itemPath } from '../content/model/items.ts';
import { keyOf } from '../content/model/tree.ts';
import {
  OfLoadedDraft,
  StudioProvider,
  useTargetLanguage,
  type DraftProps,
} from '../content/StudioProvider.tsx';
import type { SectionProps } from '../parts/section.ts';
import { CompanyForm } from './CompanyForm.tsx';

type CompanySectionProps = Pick<SectionProps, 'location' | 'onDone'>;

/** The company's facts, in the draft of the database. */
export default function CompanySection({ location, onDone }: CompanySectionProps) {
  return <DraftCompany location={location} onDone={onDone} {...useDraft()} />;
}

interface DraftCompanyProps extends CompanySectionProps, DraftProps {}

/** The company's facts: part of the draft that the studio edits, and published with it. */
export function DraftCompany(props: DraftCompanyProps) {
  return <OfLoadedDraft {...props}>{(draft) => <OpenCompany {...props} draft={draft} />}</OfLoadedDraft>;
}

interface OpenCompanyProps extends DraftCompanyProps {
  readonly draft: Draft;
}

function OpenCompany({ location, onDone, ...opened }: OpenCompanyProps) {
  const t = useNamespace('studio').company;
  const shown = useShownDraft(opened.store);
  const [language, setLanguage] = useTargetLanguage();
  const openContent = (at: Readonly<Record<string, string>>) =>
    location.setFilters({ section: 'content', field: '', ...at });
  const publish = () => openContent({ view: 'publish' });
  const handlers = {
    say: onDone,
    setLanguage,
    setSearch: location.setSearch,
    setFilters: location.setFilters,
    showPrices: () => openContent({ view: 'prices' }),
    open: (path: ContentPath) =>
      path[0] === 'company'
        ? location.setFilters({ field: keyOf(path) })
        : openContent({ item: keyOf(itemPath(path)) }),
  };
  return (
    <StudioProvider {...opened} shown={shown} handlers={handlers} language={language}>
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-2">
        <SaveState state={opened.state} onRetry={opened.store.retry} onShowProblems={publish} />
        <Button size="compact" icon={<Send size={20} />} onClick={publish} className="ml-auto">
          {t.publish}
        </Button>
      </div>
      <CompanyForm field={location.filter('field')} />
    </StudioProvider>
  );
}
