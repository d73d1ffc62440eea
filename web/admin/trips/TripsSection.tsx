import { CalendarRange, ChevronLeft, ChevronRight, Luggage } from 'lucide-react';
import { useState } from 'react';
import { tripNeeds } from '../../../shared/trips.ts';
import { listTripsPage, tripFilterStates, type Trip } from '../../data/trips/trips.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { dayAfter } from '../../util/time/month.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { DayField } from '../parts/DayField.tsx';
import { choiceFilter, readListFilter } from '../parts/list/filter.ts';
import { DriverChip, FilterChip } from '../parts/list/FilterChip.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useAssignAct } from './AssignMenu.tsx';
import { BoardView } from './board/BoardView.tsx';
import { CashView } from './cash/CashView.tsx';
import { useTripColumns } from './columns.tsx';
import { DayPapers } from './DayPapers.tsx';
import { FormerBookings } from './intake/FormerBookings.tsx';
import { PasteDialog } from './intake/PasteDialog.tsx';
import { useAgencies, TripChanges } from './TripChanges.tsx';
import { TellDrivers } from './TellDrivers.tsx';
import { TripForm } from './TripForm.tsx';
import { TripPage } from './TripPage.tsx';
import { SmallButton, SmallIconButton } from '../parts/SmallButton.tsx';
import { joined, useTripWords } from './tripWords.ts';

function useTripList(props: SectionProps, today: string) {
  const t = useNamespace('trips');
  // The address may name an agency that has not booked lately.
  const agencies = [...new Set([...useAgencies(), props.location.filter('agency')])].filter(Boolean);
  const options = agencies.map((value) => ({ value, label: value }));
  return useList(props, {
    name: 'trips',
    words: t,
    icon: Luggage,
    filters: {
      day: 'day',
      from: 'day',
      until: 'day',
      state: choiceFilter(t.state, t.all, tripFilterStates, t.filterStates),
      need: choiceFilter(t.need, t.anyNeed, tripNeeds, t.needs),
      driver: 'idOrNone',
      agency: agencies.length === 0 ? 'text' : { label: t.agency, all: t.all, options },
    },
    sorts: sortedColumns.trip_list,
    load: (wanted, page, signal) => listTripsPage(wanted, page, signal, today),
  });
}

/** The list is the view that the address does not name. */
const views = ['list', 'board', 'cash'] as const;

/** The company's trips: list, board of a day, and the cash of a day. */
export default function TripsSection(props: SectionProps) {
  const { location, ownId } = props;
  const { views: t } = useNamespace('trips').board;
  const view = views.find((each) => each === location.filter('view')) ?? 'list';
  return (
    <Tabs
      name="trips"
      label={t.label}
      variant="panel"
      tabs={views.map((id) => ({ id, label: t[id] }))}
      selected={view}
      onSelect={(id) => location.setFilters({ view: id === 'list' ? '' : id, day: location.filter('day') })}
      panelClass="flex flex-col gap-2 pt-2 md:gap-2.5"
    >
      <TripChanges>
        <FormerBookings ownId={ownId} />
        {view === 'list' && <TripList {...props} />}
        {view === 'board' && <Board {...props} />}
        {view === 'cash' && <CashView {...props} />}
      </TripChanges>
    </Tabs>
  );
}

/** The board of the day in the address, else of today. */
function Board({ location }: SectionProps) {
  const { values, set } = readListFilter(location, { day: 'day' });
  const today = useChileanDay();
  const day = values.day || today;
  return (
    <>
      <div className="flex items-center gap-1">
        <OneDay day={day} from={day} set={set} />
      </div>
      <BoardView day={day} />
    </>
  );
}

function TripList(props: SectionProps) {
  const { location } = props;
  const { open, close } = location;
  const named = useNamedActs('trips');
  // An act of a trip is its page's.
  const act = location.record === '' && location.act;
  const { name } = useTripWords();
  const today = useChileanDay();
  const { frame, filter } = useTripList(props, today);
  const day = filter.values.day || today;
  const isGrouped = frame.sorting.sort === '';
  const groupOf = useDayHeading(today);
  return (
    <>
      <ListFrame
        {...frame}
        filters={
          <>
            <DayFilter {...filter} />
            {frame.filters}
          </>
        }
        primary={named.import}
        actions={
          <>
            <SmallButton icon={named.new.icon} onClick={() => open({ act: 'new' })}>
              {named.new.title}
            </SmallButton>
            <SmallButton icon={named.tell.icon} onClick={() => open({ act: 'tell' })}>
              {named.tell.title}
            </SmallButton>
            <DayPapers day={day} />
          </>
        }
        below={<ChosenDriver {...filter} />}
        list={{ columns: useTripColumns(isGrouped), ...(isGrouped && { groupOf }) }}
        selecting={{ nameOf: (trip: Trip) => `${trip.code} ${name(trip)}`, acts: [useAssignAct()] }}
        page={<TripPage location={location} />}
      />
      {act === 'new' && <TripForm trip={null} onClose={close} />}
      {act === 'import' && <PasteDialog onClose={close} />}
      {act === 'tell' && <TellDrivers day={filter.values.day || dayAfter(today, 1)} onClose={close} />}
    </>
  );
}

/** The headings of the days: “Hoy · lunes, 30 de noviembre”. */
function useDayHeading(today: string): (trip: Trip) => string {
  const t = useNamespace('trips');
  const { plainLongWeekday } = useFormat();
  const near = new Map([
    [today, t.today],
    [dayAfter(today, 1), t.tomorrow],
  ]);
  return ({ day }) => (day === null ? t.noDay : joined([near.get(day), plainLongWeekday(day)]));
}

type TripFilter = ReturnType<typeof useTripList>['filter'];

function DayFilter({ values, set }: TripFilter) {
  const t = useNamespace('trips');
  const today = useChileanDay();
  const [wantsSpan, setWantsSpan] = useState(false);
  const isSpan = wantsSpan || values.from !== '' || values.until !== '';
  const turn = () => {
    setWantsSpan(!isSpan);
    set({ day: '', from: '', until: '' });
  };
  return (
    <div className="flex min-w-0 items-center gap-1">
      {isSpan ? (
        <>
          <DayField label={t.from} value={values.from} onChange={(from) => set({ from })} />
          <DayField label={t.until} value={values.until} onChange={(until) => set({ until })} />
        </>
      ) : (
        <OneDay day={values.day} from={values.day || today} set={set} />
      )}
      <SmallIconButton
        label={isSpan ? t.oneDay : t.days}
        icon={<CalendarRange size={22} />}
        aria-pressed={isSpan}
        onClick={turn}
      />
    </div>
  );
}

interface OneDayProps extends Pick<TripFilter, 'set'> {
  readonly day: string;
  /** Without a day the list begins today, and the next day is tomorrow. */
  readonly from: string;
}

function OneDay({ day, from, set }: OneDayProps) {
  const t = useNamespace('trips');
  const step = (days: number) => set({ day: dayAfter(from, days) });
  return (
    <>
      <SmallIconButton label={t.previousDay} icon={<ChevronLeft size={22} />} onClick={() => step(-1)} />
      <DayField label={t.day} value={day} onChange={(next) => set({ day: next })} />
      <SmallIconButton label={t.nextDay} icon={<ChevronRight size={22} />} onClick={() => step(1)} />
    </>
  );
}

/** Names the driver whose trips are listed, or that they have none. */
function ChosenDriver({ values, set }: TripFilter) {
  const t = useNamespace('trips');
  const clear = () => set({ driver: '' });
  if (values.driver !== 'none') return <DriverChip driver={values.driver} words={t} onClear={clear} />;
  return <FilterChip name={t.none} words={t} onClear={clear} />;
}
