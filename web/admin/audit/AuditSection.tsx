import { ScrollText } from 'lucide-react';
import { listAuditEntries } from '../../data/company/audit.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DayField } from '../parts/DayField.tsx';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useAuditColumns, loadAuditColumns } from './columns.tsx';
import { nameOfAct } from './sentence.ts';

const filterKinds = { action: 'text', refused: ['true'], from: 'day', until: 'day' } as const;

/** The audit log: read and filtered by action, by days, and to failed attempts, never changed. */
export default function AuditSection({ location, onDone }: Pick<SectionProps, 'location' | 'onDone'>) {
  const t = useNamespace('audit');
  const { audit: name } = useNamespace('admin');
  const filter = readListFilter(location, filterKinds);
  const { search: person, ...narrowing } = filter.values;
  const listing = useListing({
    name: 'audit',
    filter: { person, ...narrowing },
    page: location.page,
    load: listAuditEntries,
    rowsPerPart: 200,
  });
  const columns = useAuditColumns();
  const acts = Object.keys(t.acts).map((value) => ({ value, label: nameOfAct(value, t) }));
  return (
    <ListFrame
      listing={listing}
      location={location}
      words={t}
      icon={ScrollText}
      filter={filter}
      filters={
        <>
          <FilterSelect
            filter={filter}
            name="action"
            label={t.action}
            all={t.allActions}
            options={acts.sort((a, b) => a.label.localeCompare(b.label))}
            className="w-full md:w-44"
          />
          <div className="flex flex-col gap-2 md:flex-row lg:gap-3">
            <DayField label={t.from} value={narrowing.from} onChange={(from) => filter.set({ from })} />
            <DayField label={t.until} value={narrowing.until} onChange={(until) => filter.set({ until })} />
          </div>
          <Checkbox
            label={t.refusedOnly}
            checked={narrowing.refused === 'true'}
            onChange={(refused) => filter.set({ refused: refused ? 'true' : '' })}
            className="min-h-12 items-center text-small font-semibold"
          />
        </>
      }
      exporting={{ file: { name, loadColumns: loadAuditColumns }, onDone }}
      list={{ columns, lineClass: 'gap-x-4' }}
    />
  );
}
