import { ScrollText } from 'lucide-react';
import { listAuditEntries, type AuditFilter } from '../../data/admin/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import { Table } from '../parts/Table.tsx';
import type { ListLocation } from '../parts/useListLocation.ts';
import { useListing } from '../parts/useListing.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRow } from './AuditRow.tsx';

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
  const listing = useListing('audit', JSON.stringify(filter), page, (_, wanted, signal) =>
    listAuditEntries(filter, wanted, signal),
  );
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
    >
      <Table
        caption={t.caption}
        columns={[
          { label: t.when, width: 'w-42 lg:w-46' },
          { label: t.who },
          { label: t.what },
          { label: t.where, width: 'w-40', isExtra: true },
        ]}
      >
        {listing.rows?.map((entry) => (
          <AuditRow key={entry.id} entry={entry} />
        ))}
      </Table>
    </ListFrame>
  );
}
