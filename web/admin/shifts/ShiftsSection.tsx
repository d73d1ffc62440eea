import { History } from 'lucide-react';
import { useState } from 'react';
import {
  listShiftsPage,
  readShifts,
  shiftStates,
  type ShiftFilter,
  type ShiftRecord,
} from '../../data/shifts/shiftRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { useBreakpoint } from '../parts/list/List.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useShiftColumns } from './columns.tsx';
import { EndDialog } from './EndDialog.tsx';
import { DayAndHour, PeriodFields, StateFilter } from './ShiftFilters.tsx';
import { loadShiftColumns } from './shiftFile.ts';

/** Without the search, which has a place of its own in the address. */
const unfiltered = { state: '', day: '', hour: '', from: '', until: '', driver: '' };

function readFilter({ search, filter }: ListLocation): ShiftFilter {
  return {
    search,
    state: shiftStates.find((each) => each === filter('state')) ?? '',
    day: filter('day', 'day'),
    hour: filter('hour', 'hour'),
    from: filter('from', 'day'),
    until: filter('until', 'day'),
    driver: filter('driver', 'id'),
  };
}

/** The export's own way to read shifts. Drivers who have begun none are read as the list reads them. */
const readingOf = (filter: ShiftFilter) =>
  filter.state !== 'idle' && { read: (signal: AbortSignal) => readShifts(filter, signal) };

/** The shifts of all vehicles: who drove which one, and when; which are open, and who has begun none. */
export default function ShiftsSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('shiftRecords');
  const { shifts: name } = useNamespace('admin');
  const filter = readFilter(location);
  const { search: _, ...narrowing } = filter;
  const narrowed = Object.values(narrowing).some(Boolean);
  const listing = useListing({ name: 'shifts', filter, page: location.page, load: listShiftsPage, hidden });
  const [correcting, setCorrecting] = useState<ShiftRecord | null>(null);
  const idle = useIdleWords(filter);
  const columns = useShiftColumns(setCorrecting, idle?.badge);
  const isPhone = useBreakpoint() === 'cards';
  const time = !idle && <DayAndHour filter={filter} onChange={location.setFilters} />;
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        filters={
          <>
            {!isPhone && time}
            <StateFilter filter={filter} onChange={location.setFilters} />
            <PeriodFields filter={filter} onChange={location.setFilters} />
          </>
        }
        below={
          <>
            {isPhone && time}
            <DriverChip
              driver={filter.driver}
              words={t}
              onClear={() => location.setFilters({ driver: '' })}
            />
          </>
        }
        narrowed={narrowed}
        exporting={{ file: { name, loadColumns: loadShiftColumns }, onDone, ...readingOf(filter) }}
        empty={
          <Nothing filter={filter} narrowed={narrowed} onClear={() => location.setFilters(unfiltered)} />
        }
        list={{
          caption: idle?.caption ?? t.caption,
          columns,
          cardClass: 'py-1 pr-1 pl-3',
          lineClass: 'gap-x-2',
        }}
      />
      {correcting && (
        <EndDialog
          shift={correcting}
          onClose={() => setCorrecting(null)}
          onSaved={(message) => {
            setCorrecting(null);
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
    return { caption: t.withoutShiftCaption, badge: t.withoutShift, nobody: t.everybodyDrove };
  return { caption: t.idleCaption, badge: t.notBegun, nobody: t.everybodyBegan };
}

interface NothingProps {
  readonly filter: ShiftFilter;
  readonly narrowed: boolean;
  readonly onClear: () => void;
}

function Nothing({ filter, narrowed, onClear }: NothingProps) {
  const t = useNamespace('shiftRecords');
  const idle = useIdleWords(filter);
  const icon = <History size={44} />;
  if (idle) return <EmptyState title={idle.nobody} icon={icon} />;
  const clear = (
    <Button size="compact" variant="secondary" onClick={onClear}>
      {t.clearFilters}
    </Button>
  );
  if (narrowed) return <EmptyState title={t.nothing} icon={icon} action={clear} />;
  return (
    <EmptyState title={t.empty} icon={icon}>
      {t.emptyHint}
    </EmptyState>
  );
}
