import { History } from 'lucide-react';
import { functionSorts } from '../../data/list/sort.ts';
import { listShiftsPage, readShifts, shiftStates, type ShiftFilter } from '../../data/shifts/shiftRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { useBreakpoint } from '../parts/list/List.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { useOpenedRow, type SectionProps } from '../parts/section.ts';
import { useShiftColumns, loadShiftColumns } from './columns.tsx';
import { EndDialog } from './EndDialog.tsx';
import { DayAndHour, PeriodFields, StateFilter } from './ShiftFilters.tsx';

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
  const { location, onDone } = props;
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
  const row = useOpenedRow(location, listing.rows);
  const opened = location.act === 'correct' && row;
  const idle = useIdleWords(values);
  const columns = useShiftColumns(({ id }) => location.open({ record: id, act: 'correct' }), idle?.badge);
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
      {opened && (
        <EndDialog
          shift={opened}
          onClose={location.close}
          onSaved={(message) => {
            location.close();
            onDone(message);
          }}
        />
      )}
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
