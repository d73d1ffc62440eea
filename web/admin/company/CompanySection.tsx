import { useDraft } from '../content/draft/useDraft.ts';
import { SaveState } from '../content/draft/SaveState.tsx';
import { itemPath } from '../content/model/items.ts';
import { keyOf } from '../content/model/tree.ts';
import { UnpublishedBar } from '../content/publish/UnpublishedBar.tsx';
import { StudioProvider, type DraftProps } from '../content/StudioProvider.tsx';
import type { SectionProps } from '../parts/section.ts';
import { CompanyForm } from './CompanyForm.tsx';

type CompanySectionProps = Pick<SectionProps, 'location' | 'onDone'>;

/** The company's facts, in the draft of the database. */
export default function CompanySection({ location, onDone }: CompanySectionProps) {
  return <DraftCompany location={location} onDone={onDone} {...useDraft()} />;
}

interface DraftCompanyProps extends CompanySectionProps, DraftProps {}

/** The company's facts: part of the draft that the studio edits, and published with it. */
export function DraftCompany({ location, onDone, store, state }: DraftCompanyProps) {
  const openContent = (at: Readonly<Record<string, string>>) =>
    location.setFilters({ section: 'content', field: '', ...at });
  const publish = () => openContent({ view: 'publish' });
  return (
    <StudioProvider
      store={store}
      state={state}
      say={onDone}
      open={(path) =>
        path[0] === 'company'
          ? location.setFilters({ field: keyOf(path) })
          : openContent({ item: keyOf(itemPath(path)) })
      }
    >
      <UnpublishedBar onPublish={publish} />
      <SaveState state={state} onRetry={store.retry} onShowProblems={publish} />
      <CompanyForm field={location.filter('field')} />
    </StudioProvider>
  );
}
