import { ScrollText, ChevronDown } from 'lucide-react';
import { useId } from 'react';
import { listAuditEntries, type AuditFilter } from '../../data/admin/audit.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { ListLocation } from '../parts/section.ts';
import { useListing } from '../parts/useListing.ts';
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

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

const control =
  'min-h-12.5 w-full rounded-control border-2 border-line-strong bg-surface-raised px-3 text-body text-ink focus-visible:outline-offset-1';

/** Filters the log by action, by days, and to failed attempts. */
function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const t = useNamespace('audit');
  const id = useId();
  const acts = Object.entries(t.acts).sort(([, a], [, b]) => a.localeCompare(b));
  const day = (name: 'from' | 'until') => (
    <div className="flex flex-col gap-1">
      <label htmlFor={`${id}-${name}`} className="text-small font-semibold">
        {t[name]}
      </label>
      <input
        id={`${id}-${name}`}
        type="date"
        value={filter[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        className={control}
      />
    </div>
  );
  return (
    <div className="grid grid-cols-2 items-end gap-3 md:grid-cols-[2fr_1fr_1fr_auto]">
      <div className="col-span-2 flex min-w-0 flex-col gap-1 md:col-span-1">
        <label htmlFor={`${id}-action`} className="text-small font-semibold">
          {t.action}
        </label>
        <div className="relative">
          <select
            id={`${id}-action`}
            value={filter.action}
            onChange={(event) => onChange({ action: event.target.value })}
            className={`${control} appearance-none truncate pr-11`}
          >
            <option value="">{t.allActions}</option>
            {acts.map(([act, label]) => (
              <option key={act} value={act}>
                {label}
              </option>
            ))}
          </select>
          <ChevronDown size={22} className="pointer-events-none absolute top-3.5 right-3 text-ink-soft" />
        </div>
      </div>
      {day('from')}
      {day('until')}
      <Checkbox
        label={t.refusedOnly}
        checked={filter.refused === 'true'}
        onChange={(refused) => onChange({ refused: refused ? 'true' : '' })}
        className="col-span-2 min-h-12.5 items-center text-small font-semibold md:col-span-1"
      />
    </div>
  );
}
