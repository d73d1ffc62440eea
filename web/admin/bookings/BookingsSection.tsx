import { ClipboardPaste, Luggage } from 'lucide-react';
import { useState } from 'react';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { pagesFor, perPage } from '../../data/list/page.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter, type Filter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import type { Listing } from '../parts/list/useListing.ts';
import { useFormat } from '../parts/useFormat.ts';
import { BookingButtons } from './BookingButtons.tsx';
import type { FormSubject } from './BookingEditor.tsx';
import type { ListedBooking } from './bookingStore.ts';
import { useBookingColumns, loadBookingColumns } from './columns.tsx';
import { countByDay, shownBookings, type BookingFilter } from './filter.ts';
import { OpenedDialog, type Opened } from './OpenedDialog.tsx';
import { UnreadMessages } from './UnreadMessages.tsx';
import { useBookings } from './useBookings.ts';
import { useFindings } from './useFindings.ts';

/** The rows of a list that is here as a whole, as a page of it: the last one if the requested one does not exist any more. */
function pageOf(rows: readonly ListedBooking[], wanted: number): Listing<ListedBooking> {
  const page = Math.min(wanted, pagesFor(rows.length));
  const start = (page - 1) * perPage;
  return {
    rows: rows.slice(start, start + perPage),
    page,
    total: rows.length,
    error: null,
    busy: false,
    stale: false,
    retry: () => undefined,
    readAll: () => [rows],
  };
}

/** Bookings that passengers sent by WhatsApp: pasted, checked, assigned. The list is in this browser only. */
export default function BookingsSection({ location, ownId, hidden, onDone, onRemove }: SectionProps) {
  const t = useNamespace('bookings');
  const { bookings: name } = useNamespace('admin');
  const { list, acts } = useBookings(ownId, onDone);
  const [opened, setOpened] = useState<Opened | null>(null);
  const findings = useFindings(list.bookings);
  const filter = readListFilter(location, { day: 'text' });
  const present = list.bookings.filter(({ id }) => !hidden.has(id));
  const rows = shownBookings(present, filter.values, useChileanDay());
  const columns = useBookingColumns(findings, ({ id }) => setOpened({ kind: 'booking', id }));
  const typeIn = (subject: FormSubject) => setOpened({ kind: 'form', subject });
  return (
    <>
      <ListFrame
        listing={pageOf(rows, location.page)}
        location={location}
        words={list.bookings.length === 0 ? t : { ...t, empty: t.nothing, emptyHint: '' }}
        icon={Luggage}
        primary={{
          label: t.paste,
          icon: ClipboardPaste,
          onPress: () => setOpened({ kind: 'paste' }),
        }}
        actions={
          <BookingButtons
            list={list}
            rows={rows}
            findings={findings}
            onAdd={() => typeIn({ row: null, unread: null, initial: {} })}
            onDelete={() => setOpened({ kind: 'deletion' })}
            onDone={onDone}
          />
        }
        filter={filter}
        filters={<DayFilter list={list.bookings} filter={filter} />}
        below={
          <UnreadMessages
            messages={list.unread}
            onTypeIn={(unread) => typeIn({ row: null, unread, initial: unread.found })}
            onDiscard={acts.remove}
          />
        }
        exporting={{ file: { name, loadColumns: () => loadBookingColumns(findings.routes) }, onDone }}
        list={{ columns }}
      />
      {list.bookings.length > 0 && <p className="px-1 text-small text-ink-soft">{t.stored}</p>}
      <OpenedDialog
        opened={opened}
        list={list}
        findings={findings}
        acts={acts}
        onOpen={setOpened}
        onDone={onDone}
        onRemove={onRemove}
        onClose={() => setOpened(null)}
      />
    </>
  );
}

interface DayFilterProps {
  readonly list: readonly ListedBooking[];
  readonly filter: Filter<BookingFilter>;
}

function DayFilter({ list, filter }: DayFilterProps) {
  const t = useNamespace('bookings');
  const { count, plainDay } = useFormat();
  const days = countByDay(list).map(([day, bookings]) => ({
    value: day,
    label: t.dayWithCount(plainDay(day), count(bookings)),
  }));
  return (
    <FilterSelect
      filter={filter}
      name="day"
      label={t.day}
      all={t.upcoming}
      options={[...days, { value: 'past', label: t.past }]}
    />
  );
}
