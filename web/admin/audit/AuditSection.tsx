import { ScrollText } from 'lucide-react';
import { listAuditEntries, type AuditFilter } from '../../data/admin/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { ListLocation } from '../parts/useListLocation.ts';
import { useListing } from '../parts/useListing.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { useAuditColumns } from './columns.tsx';

/** Without the search, which has a place of its own in the address. */
const unfiltered = { action: '', refused: '', from: '', until: '' };

/** The audit log: read and filtered, never changed. */
export default function AuditSection({ location }: { readonly location: ListLocation }) {
  const t = useNamespace('audit');
  const { search, page, filter: given, setFilters } = location;
  const filter: AuditFilter = {
    person: search,
    action: given('action'),
    refused: given('refused'),
    from: given('from'),
    until: given('until'),
  };
  const listing = useListing({ name: 'audit', filter, page, load: listAuditEntries });
  const columns = useAuditColumns();
  const narrowed = Object.entries(filter).some(([name, value]) => name !== 'person' && value !== '');

  const clear = (
    <Button size="compact" variant="secondary" onClick={() => setFilters(unfiltered)}>
      {t.clearFilters}
    </Button>
  );
  const icon = <ScrollText size={44} />;

  return (
    <ListFrame
      listing={listing}
      location={location}
      searchLabel={t.search}
      filters={<AuditFilters filter={filter} onChange={setFilters} />}
      narrowed={narrowed}
      empty={<EmptyState title={narrowed ? t.nothing : t.empty} icon={icon} action={narrowed && clear} />}
      list={{ caption: t.caption, columns, cardClass: 'gap-1 px-4 py-3', lineClass: 'gap-x-4' }}
    />
  );
}
