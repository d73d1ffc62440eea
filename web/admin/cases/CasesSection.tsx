import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { caseKinds } from '../../../shared/cases.ts';
import { caseFilterStates, countHeldCases, listCasesPage } from '../../data/tickets/cases.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { DayField } from '../parts/DayField.tsx';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { Button } from '../../ui/Button.tsx';
import { CasePage } from './CasePage.tsx';
import { HelpPage } from './HelpPage.tsx';
import { useCaseColumns, loadCaseColumns } from './columns.tsx';

/** New cases come from outside the panel, so the list polls. */
const pollMs = 60_000;
const filterKinds = {
  state: caseFilterStates,
  kind: caseKinds,
  driver: 'id',
  from: 'day',
  until: 'day',
} as const;

/** Lost things, complaints and requests of passengers: open cases first, with the day by which to answer. */
export default function CasesSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('cases');
  const { cases: name } = useNamespace('admin');
  const { state } = useNamespace('tickets');
  const filter = readListFilter(location, filterKinds);
  const { driver, from, until } = filter.values;
  const listing = useListing({
    name: 'cases',
    filter: filter.values,
    page: location.page,
    load: listCasesPage,
    hidden,
    refetchInterval: pollMs,
  });
  const isEmpty = listing.rows?.length === 0 && !filter.narrowed && location.search === '';
  const columns = useCaseColumns();
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={MessagesSquare}
        filter={filter}
        filters={
          <div className="grid min-w-0 flex-3 gap-2 sm:grid-cols-2 md:max-xl:contents lg:gap-3 xl:grid-cols-[minmax(10.75rem,1fr)_minmax(9.75rem,1fr)_auto_auto]">
            <FilterSelect
              filter={filter}
              name="state"
              label={state}
              all={t.all}
              options={optionsOf(caseFilterStates, { ...t.states, replied: t.withReply, held: t.held })}
            />
            <FilterSelect
              filter={filter}
              name="kind"
              label={t.kind}
              all={t.all}
              options={optionsOf(caseKinds, t.kinds)}
            />
            <DayField label={t.from} value={from} onChange={(day) => filter.set({ from: day })} />
            <DayField label={t.until} value={until} onChange={(day) => filter.set({ until: day })} />
          </div>
        }
        below={
          <>
            <DriverChip driver={driver} words={t} onClear={() => filter.set({ driver: '' })} />
            {filter.values.state !== 'held' && <HeldCases onOpen={() => filter.set({ state: 'held' })} />}
          </>
        }
        exporting={{ file: { name, loadColumns: loadCaseColumns }, onDone }}
        list={{ columns }}
        page={<CasePage location={location} onDone={onDone} />}
      />
      {isEmpty && <HelpPage />}
    </>
  );
}

/** Opens the group of the cases that are held back; nothing while there are none. */
function HeldCases({ onOpen }: { readonly onOpen: () => void }) {
  const t = useNamespace('cases');
  const format = useFormat();
  const { data: count = 0 } = useQuery({
    queryKey: [adminKey, 'heldCases'],
    queryFn: ({ signal }) => countHeldCases(signal),
    refetchInterval: pollMs,
  });
  if (count === 0) return null;
  return (
    <Button size="compact" variant="secondary" onClick={onOpen} className="self-start">
      {t.heldCount(format.count(count))}
    </Button>
  );
}
