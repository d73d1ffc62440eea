import { ClipboardPaste, Luggage } from 'lucide-react';
import { listTripsPage } from '../../data/trips/trips.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useTripColumns } from './columns.tsx';
import { DayPapers } from './DayPapers.tsx';
import { FormerBookings } from './FormerBookings.tsx';
import { PasteDialog } from './PasteDialog.tsx';
import { TellDrivers } from './TellDrivers.tsx';
import { TripForm } from './TripForm.tsx';
import { TripPage } from './TripPage.tsx';

/** The company's trips, day by day. */
export default function TripsSection(props: SectionProps) {
  const { location, onDone, ownId } = props;
  const t = useNamespace('trips');
  const today = useChileanDay();
  const { frame, filter } = useList(props, {
    name: 'trips',
    words: t,
    icon: Luggage,
    filters: {
      day: { label: t.when, form: 'day' },
      state: choiceFilter(t.when, t.when, [], {}),
      need: 'text',
      driver: 'text',
      agency: 'text',
      from: 'day',
      until: 'day',
    },
    sorts: sortedColumns.trip_list,
    load: (wanted, page, signal) => listTripsPage({ ...wanted, state: '', need: '' }, page, signal, today),
  });
  const { close, act } = location;
  return (
    <>
      <FormerBookings onDone={onDone} ownId={ownId} />
      <ListFrame
        {...frame}
        primary={{ label: t.paste, icon: ClipboardPaste, onPress: () => undefined }}
        actions={<DayPapers day={filter.values.day || today} onDone={onDone} />}
        list={{ columns: useTripColumns() }}
        page={<TripPage location={location} onDone={onDone} />}
      />
      {act === 'new' && <TripForm trip={null} onDone={onDone} onClose={close} />}
      {act === 'import' && <PasteDialog onDone={onDone} onClose={close} />}
      {act === 'tell' && <TellDrivers day={filter.values.day || today} onDone={onDone} onClose={close} />}
    </>
  );
}
