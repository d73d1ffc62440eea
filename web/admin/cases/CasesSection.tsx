import { MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { caseKinds } from '../../../shared/cases.ts';
import { caseFilterStates, listCasesPage, type CaseFilter } from '../../data/tickets/cases.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { NothingListed } from '../parts/list/NothingListed.tsx';
import { DayField } from '../parts/DayField.tsx';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { CaseDialog } from './CaseDialog.tsx';
import { loadCaseColumns } from './caseFile.ts';
import { useCaseColumns } from './columns.tsx';

/** New cases come from outside the panel, so the list polls. */
const pollMs = 60_000;
const unfiltered = { state: '', kind: '', driver: '', from: '', until: '' };

function readFilter({ search, filter }: ListLocation): CaseFilter {
  return {
    search,
    state: caseFilterStates.find((each) => each === filter('state')) ?? '',
    kind: caseKinds.find((each) => each === filter('kind')) ?? '',
    driver: filter('driver', 'id'),
    from: filter('from', 'day'),
    until: filter('until', 'day'),
  };
}

/** Lost things, complaints and requests of passengers: open cases first, with the days left to answer. */
export default function CasesSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('cases');
  const { cases: name } = useNamespace('admin');
  const filter = readFilter(location);
  const { search: _, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some(Boolean);
  const { page } = location;
  const listing = useListing({
    name: 'cases',
    filter,
    page,
    load: listCasesPage,
    hidden,
    refetchInterval: pollMs,
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const columns = useCaseColumns(({ id }) => setOpenId(id));
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        filters={<Filters filter={filter} onChange={location.setFilters} />}
        below={
          <DriverChip driver={filter.driver} words={t} onClear={() => location.setFilters({ driver: '' })} />
        }
        narrowed={narrowed}
        exporting={{ file: { name, loadColumns: loadCaseColumns }, onDone }}
        empty={
          <NothingListed
            icon={<MessagesSquare size={44} />}
            words={t}
            narrowed={narrowed}
            onClear={() => location.setFilters(unfiltered)}
          />
        }
        list={{ caption: t.caption, columns }}
      />
      {openId !== null && <CaseDialog id={openId} onDone={onDone} onClose={() => setOpenId(null)} />}
    </>
  );
}

interface FiltersProps {
  readonly filter: CaseFilter;
  readonly onChange: ListLocation['setFilters'];
}

function Filters({ filter, onChange }: FiltersProps) {
  const t = useNamespace('cases');
  const { state: label } = useNamespace('tickets');
  const states = caseFilterStates.map((state) => ({
    value: state,
    label: { ...t.states, replied: t.withReply }[state],
  }));
  const kinds = caseKinds.map((kind) => ({ value: kind, label: t.kinds[kind] }));
  return (
    <div className="grid min-w-0 flex-3 gap-2 sm:grid-cols-2 md:max-xl:contents lg:gap-3 xl:grid-cols-[minmax(10.75rem,1fr)_minmax(9.75rem,1fr)_auto_auto]">
      <SelectField
        hideLabel
        label={label}
        value={filter.state}
        options={[{ value: '', label: t.all }, ...states]}
        onChange={(state) => onChange({ state })}
      />
      <SelectField
        hideLabel
        label={t.kind}
        value={filter.kind}
        options={[{ value: '', label: t.all }, ...kinds]}
        onChange={(kind) => onChange({ kind })}
      />
      <DayField label={t.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayField label={t.until} value={filter.until} onChange={(until) => onChange({ until })} />
    </div>
  );
}
