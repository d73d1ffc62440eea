import { CalendarPlus, ClipboardPaste, Luggage, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { chileanDay } from '../../../shared/content/prices.ts';
import { perPage } from '../../data/admin/page.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ConfirmDialog } from '../parts/dialogs.tsx';
import { exportName } from '../parts/exportFile.ts';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import type { Listing } from '../parts/useListing.ts';
import { useFormat } from '../parts/useFormat.ts';
import { BookingDialog } from './BookingDialog.tsx';
import { BookingForm, type FormSubject } from './BookingForm.tsx';
import { loadBookingColumns } from './bookingFile.ts';
import { noBookings, type BookingList, type ListedBooking } from './bookingStore.ts';
import { useBookingColumns } from './columns.tsx';
import { countByDay, shownBookings, type BookingFilter } from './filter.ts';
import { PasteDialog } from './PasteDialog.tsx';
import { downloadCalendar } from './tripCalendar.ts';
import { UnreadMessages } from './UnreadMessages.tsx';
import { useBookings } from './useBookings.ts';
import { useFindings, type Findings } from './useFindings.ts';
import { useBookingWords } from './wording.ts';

const unfiltered = { search: '', day: '' };

/** The rows of a list that is here as a whole, as a page of it. */
function pageOf(rows: readonly ListedBooking[], page: number): Listing<ListedBooking> {
  const start = (page - 1) * perPage;
  return {
    rows: rows.slice(start, start + perPage),
    page,
    total: rows.length,
    error: null,
    busy: false,
    stale: false,
    retry: () => undefined,
  };
}

type Opened =
  | { readonly kind: 'paste' }
  | { readonly kind: 'deletion' }
  | { readonly kind: 'booking'; readonly id: string }
  | { readonly kind: 'form'; readonly subject: FormSubject };

/** Bookings that passengers sent by WhatsApp: pasted, checked, assigned. The list is in this browser only. */
export default function BookingsSection({ location, ownId, onDone }: SectionProps) {
  const t = useNamespace('bookings');
  const { bookings: name } = useNamespace('admin');
  const { list, acts } = useBookings(ownId, onDone);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const findings = useFindings(list.bookings);
  const filter = { search: location.search, day: location.filter('day') };
  const rows = shownBookings(list.bookings, filter, chileanDay(new Date()));
  const columns = useBookingColumns(findings, ({ id }) => setOpened({ kind: 'booking', id }));
  const open = opened?.kind === 'booking' ? list.bookings.find(({ id }) => id === opened.id) : undefined;
  const typeIn = (subject: FormSubject) => setOpened({ kind: 'form', subject });
  return (
    <>
      <ListFrame
        listing={pageOf(rows, location.page)}
        location={location}
        searchLabel={t.search}
        primary={{
          label: t.paste,
          icon: <ClipboardPaste size={22} />,
          onPress: () => setOpened({ kind: 'paste' }),
        }}
        actions={
          <Actions
            rows={rows}
            findings={findings}
            onAdd={() => typeIn({ row: null, unread: null, initial: {} })}
            onDelete={() => setOpened({ kind: 'deletion' })}
          />
        }
        filters={<DayFilter list={list} filter={filter} onChange={location.setFilters} />}
        below={
          <UnreadMessages
            messages={list.unread}
            onTypeIn={(unread) => typeIn({ row: null, unread, initial: unread.found })}
            onDiscard={acts.remove}
          />
        }
        narrowed={filter.day !== ''}
        exporting={{
          file: { name, loadColumns: () => loadBookingColumns(findings.routes) },
          read: () => [rows],
          onDone,
        }}
        empty={<Nothing list={list} onClear={() => location.setFilters(unfiltered)} />}
        list={{ caption: t.caption, columns }}
      />
      {list.bookings.length > 0 && <p className="px-1 text-small text-ink-soft">{t.stored}</p>}
      {opened?.kind === 'paste' && <PasteDialog list={list} acts={acts} onDone={onDone} onClose={close} />}
      {opened?.kind === 'form' && (
        <BookingForm
          subject={opened.subject}
          routes={findings.routes}
          acts={acts}
          onDone={onDone}
          onClose={close}
        />
      )}
      {open && (
        <BookingDialog
          row={open}
          findings={findings}
          list={list.bookings}
          acts={acts}
          onEdit={() => typeIn({ row: open, unread: null, initial: open.booking })}
          onDone={onDone}
          onClose={close}
        />
      )}
      {opened?.kind === 'deletion' && (
        <ConfirmDialog
          title={t.deleteAll}
          action={t.deleteAll}
          onConfirm={() => {
            acts.change(() => noBookings);
            close();
            onDone(t.deletedAll);
          }}
          onClose={close}
        >
          <p>{t.deleteAllText}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface ActionsProps {
  readonly rows: readonly ListedBooking[];
  readonly findings: Findings;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
}

/** The further buttons: with icons alone where the list is wide, as the one of the export beside them. */
function Actions({ rows, findings: { routes }, onAdd, onDelete }: ActionsProps) {
  const t = useNamespace('bookings');
  const { bookings: name } = useNamespace('admin');
  const words = useBookingWords(routes);
  const notes = ({ booking, driver, vehicle, phone }: ListedBooking) =>
    [words.load(booking), booking.flight, phone, driver?.name, vehicle?.name].filter(Boolean).join('\n');
  const download = () =>
    downloadCalendar(rows, routes, {
      fileName: exportName(name, new Date(), 'ics'),
      title: ({ booking }) => `${words.name(booking)}: ${words.trip(booking)}`,
      notes,
    });
  const isEmpty = rows.length === 0;
  const buttons = [
    [t.add, <Plus key="add" size={20} />, onAdd, false],
    [t.calendar, <CalendarPlus key="calendar" size={20} />, download, isEmpty],
    [t.deleteAll, <Trash2 key="delete" size={20} />, onDelete, isEmpty],
  ] as const;
  return buttons.map(([label, icon, onPress, disabled]) => (
    <Button
      key={label}
      size="compact"
      variant="secondary"
      icon={icon}
      title={label}
      disabled={disabled}
      onClick={onPress}
      className="max-md:flex-1 md:px-2.5"
    >
      <span className="md:sr-only">{label}</span>
    </Button>
  ));
}

interface DayFilterProps {
  readonly list: BookingList;
  readonly filter: BookingFilter;
  readonly onChange: ListLocation['setFilters'];
}

function DayFilter({ list, filter, onChange }: DayFilterProps) {
  const t = useNamespace('bookings');
  const { plainDay, count } = useFormat();
  const days = countByDay(list.bookings).map(([day, bookings]) => ({
    value: day,
    label: t.dayWithCount(plainDay(day), count(bookings)),
  }));
  return (
    <SelectField
      hideLabel
      label={t.day}
      value={filter.day}
      options={[{ value: '', label: t.upcoming }, ...days, { value: 'past', label: t.past }]}
      onChange={(day) => onChange({ day })}
      className="w-full md:w-56"
    />
  );
}

function Nothing({ list, onClear }: { readonly list: BookingList; readonly onClear: () => void }) {
  const t = useNamespace('bookings');
  const icon = <Luggage size={44} />;
  if (list.bookings.length === 0)
    return (
      <EmptyState title={t.empty} icon={icon}>
        {t.emptyHint}
      </EmptyState>
    );
  const clear = (
    <Button size="compact" variant="secondary" onClick={onClear}>
      {t.clearFilters}
    </Button>
  );
  return <EmptyState title={t.nothing} icon={icon} action={clear} />;
}
