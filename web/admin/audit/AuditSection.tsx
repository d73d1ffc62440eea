import { ScrollText } from 'lucide-react';
import {
  entriesPerPage,
  listAuditEntries,
  type AuditEntry,
  type AuditFilter,
} from '../../data/admin/audit.ts';
import { useArea } from '../../i18n/areas.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import { Table } from '../parts/Table.tsx';
import type { ListLocation } from '../parts/useListLocation.ts';
import { useListing } from '../parts/useListing.ts';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { AuditRow } from './AuditRow.tsx';

/** Without the search, which has a place of its own in the address. */
const unfiltered = { action: '', refused: '', from: '', until: '' };

/** The audit log: read and filtered, never changed. */
export default function AuditSection({ location }: { readonly location: ListLocation }) {
  const t = useArea('audit');
  const { clearSearch } = useArea('admin');
  const { search, page, filter: given, setSearch, setPage, setFilters } = location;
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

  return (
    <>
      <SearchField label={t.search} clearLabel={clearSearch} value={search} onSearch={setSearch} />
      <AuditFilters filter={filter} onChange={setFilters} />
      <ListFrame
        listing={listing}
        search={narrowed ? '' : search}
        perPage={entriesPerPage}
        onPage={setPage}
        onClearSearch={() => setSearch('')}
        empty={
          <EmptyState
            title={narrowed ? t.nothing : t.empty}
            icon={<ScrollText size={44} aria-hidden="true" />}
            action={
              narrowed && (
                <Button size="compact" variant="secondary" onClick={() => setFilters(unfiltered)}>
                  {t.clearFilters}
                </Button>
              )
            }
          />
        }
      >
        <Entries entries={listing.rows ?? []} />
      </ListFrame>
    </>
  );
}

function Entries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const t = useArea('audit');
  const breakpoint = useBreakpoint();
  const rows = entries.map((entry) => <AuditRow key={entry.id} entry={entry} breakpoint={breakpoint} />);
  if (breakpoint === 'cards') return <ul aria-label={t.caption}>{rows}</ul>;
  return (
    <Table
      caption={t.caption}
      columns={[
        { label: t.when, width: 'w-42 lg:w-46' },
        { label: t.who },
        { label: t.what },
        ...(breakpoint === 'wide' ? [{ label: t.where, width: 'w-40' }] : []),
      ]}
    >
      {rows}
    </Table>
  );
}
