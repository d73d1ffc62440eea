import { History } from 'lucide-react';
import { chileanStamp } from '../../../shared/chile/time.ts';
import { functionSorts } from '../../data/list/sort.ts';
import { listShiftsPage, readShifts, shiftStates, type ShiftFilter } from '../../data/shifts/shiftRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { useBreakpoint } from '../parts/list/List.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { OpenedAct } from '../parts/record/acts.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useShiftColumns, loadShiftColumns } from './columns.tsx';
import { useShiftActs } from './useShiftActs.tsx';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { DayField } from '../parts/DayField.tsx';

const filters = {
  state: shiftStates,
  day: 'day',
  hour: 'hour',
  from: 'day',
  until: 'day',
  driver: 'id',
} as const;

/** The shifts of all vehicles: who drove which one, and when; which are open, and who has begun none. */
export default function ShiftsSection(props: SectionProps) {
  const { onDone } = props;
  const t = useNamespace('shiftRecords');
  const { frame, filter, listing } = useList(props, {
    name: 'shifts',
    words: t,
    icon: History,
    filters,
    sorts: functionSorts.list_shifts_by,
    load: listShiftsPage,
    loadColumns: loadShiftColumns,
  });
  const { values } = filter;
  const idle = useIdleWords(values);
  const acts = useShiftActs({ onDone });
  const columns = useShiftColumns({ acts, onDone }, idle?.badge);
  const isPhone = useBreakpoint() === 'cards';
  const time = !idle && <DayAndHour filter={values} onChange={filter.set} />;
  return (
    <>
      <ListFrame
        {...frame}
        // Parts below the last row are quicker, where the list is in its own order.
        listing={
          idle || frame.sorting.sort
            ? listing
            : { ...listing, readAll: (signal) => readShifts(values, signal) }
        }
        words={idle ? { ...t, ...idle } : t}
        filters={
          <>
            {!isPhone && time}
            <StateFilter filter={values} onChange={filter.set} />
            <PeriodFields filter={values} onChange={filter.set} />
          </>
        }
        below={
          <>
            {isPhone && time}
            <DriverChip driver={values.driver} words={t} onClear={() => filter.set({ driver: '' })} />
          </>
        }
        list={{ columns, cardClass: 'py-1 pr-1 pl-3', lineClass: 'gap-x-2' }}
      />
      <OpenedAct rows={listing.rows} acts={acts} />
    </>
  );
}

/** The words for a list of drivers without a shift, in the period or today; null for a list of shifts. */
function useIdleWords({ state, from, until }: ShiftFilter) {
  const t = useNamespace('shiftRecords');
  if (state !== 'idle') return null;
  if (from || until)
    return { caption: t.withoutShiftCaption, badge: t.withoutShift, nothing: t.everybodyDrove };
  return { caption: t.idleCaption, badge: t.notBegun, nothing: t.everybodyBegan };
}

interface FilterProps {
  readonly filter: ShiftFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Filters the shifts by a day, or by a moment of it. An hour without a day is one of today. */
function DayAndHour({ filter: { day, hour }, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const change = (next: Readonly<Record<'day' | 'hour', string>>) =>
    onChange({ ...next, from: '', until: '' });
  const changeHour = (next: string) => {
    const [today = ''] = chileanStamp(new Date().toISOString()).split(' ');
    change({ hour: next, day: day || today });
  };
  return (
    <div className="flex gap-2 max-md:w-full lg:gap-3">
      <DayField
        label={t.day}
        value={day}
        className="flex-4"
        onChange={(next) => change({ day: next, hour: next && hour })}
      />
      <DayField label={t.hour} type="time" value={hour} className="flex-3" onChange={changeHour} />
    </div>
  );
}

/** Filters the shifts by the days on which they began, as the report counts them. It takes the place of a day. */
function PeriodFields({ filter: { from, until }, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const change = (next: Readonly<Record<string, string>>) => onChange({ ...next, day: '', hour: '' });
  return (
    <div className="flex gap-2 max-md:w-full lg:gap-3">
      <DayField label={t.from} value={from} onChange={(next) => change({ from: next })} />
      <DayField label={t.until} value={until} onChange={(next) => change({ until: next })} />
    </div>
  );
}

/** All shifts, the open ones, or the drivers without one. */
function StateFilter({ filter, onChange }: FilterProps) {
  const t = useNamespace('shiftRecords');
  const labels = { ...t.states, idle: filter.from || filter.until ? t.withoutShift : t.states.idle };
  const change = (state: string) =>
    // Drivers who have not begun have no time to filter by.
    onChange(state === 'idle' ? { state, day: '', hour: '', driver: '' } : { state });
  return (
    <SelectField
      hideLabel
      label={t.state}
      value={filter.state}
      options={[{ value: '', label: t.all }, ...optionsOf(shiftStates, labels)]}
      onChange={change}
      className="w-full md:w-56"
    />
  );
}
