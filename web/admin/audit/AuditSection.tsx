import { ScrollText } from 'lucide-react';
import { listAuditEntries, type AuditFilter } from '../../data/company/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { loadAuditColumns } from './auditFile.ts';
import { useAuditColumns } from './columns.tsx';

/** Without the search, which has a place of its own in the address. */
const unfiltered = { action: '', refused: '', from: '', until: '' };

/** The audit log: read and filtered, never changed. */
export default function AuditSection({ location, onDone }: Pick<SectionProps, 'location' | 'onDone'>) {
  const t = useNamespace('audit');
  const { audit: name } = useNamespace('admin');
  const { search, page, filter: given, setFilters } = location;
  const filter: AuditFilter = {
    person: search,
    action: given('action'),
    refused: given('refused'),
    from: given('from'),
    until: given('until'),
  };
  const listing = useListing({ name: 'audit', filter, page, load: listAuditEntries, rowsPerPart: 200 });
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
      exporting={{ file: { name, loadColumns: loadAuditColumns }, onDone }}
      empty={<EmptyState title={narrowed ? t.nothing : t.empty} icon={icon} action={narrowed && clear} />}
      list={{ caption: t.caption, columns, lineClass: 'gap-x-4' }}
    />
  );
}

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

const control =
  'min-h-12 rounded-control border-2 border-line-strong bg-surface-raised px-3 text-body text-ink focus-visible:outline-offset-1';

/** Filters the log by action, by days, and to failed attempts. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useNamespace('audit');
  const acts = Object.entries(t.acts).sort(([, a], [, b]) => a.localeCompare(b));
  const day = (name: 'from' | 'until') => (
    <label className="flex items-center justify-between gap-2 text-small font-semibold">
      {t[name]}
      <input
        type="date"
        value={filter[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={control}
      />
    </label>
  );
  return (
    <>
      <SelectField
        hideLabel
        label={t.action}
        value={filter.action}
        options={[{ value: '', label: t.allActions }, ...acts.map(([act, label]) => ({ value: act, label }))]}
        onChange={(action) => onChange({ action })}
        className="w-full md:w-44"
      />
      <div className="flex flex-col gap-2 md:flex-row lg:gap-3">
        {day('from')}
        {day('until')}
      </div>
      <Checkbox
        label={t.refusedOnly}
        checked={filter.refused === 'true'}
        onChange={(refused) => onChange({ refused: refused ? 'true' : '' })}
        className="min-h-12 items-center text-small font-semibold"
      />
    </>
  );
}
