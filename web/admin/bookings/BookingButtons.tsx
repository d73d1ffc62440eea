import { CalendarPlus, Plus, Printer, Trash2 } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import type { SectionProps } from '../parts/section.ts';
import { BookingSheet } from './BookingSheet.tsx';
import type { BookingList, ListedBooking } from './bookingStore.ts';
import { downloadCalendar } from './tripCalendar.ts';
import type { Findings } from './useFindings.ts';
import { useBookingWords } from './wording.ts';

interface BookingButtonsProps extends Pick<SectionProps, 'onDone'> {
  readonly list: BookingList;
  /** The bookings that the filters show. */
  readonly rows: readonly ListedBooking[];
  readonly findings: Findings;
  readonly onAdd: () => void;
  readonly onDelete: () => void;
}

/**
 * The further buttons, with icons alone where the list is wide, as the one of the export beside them; and the sheet that
 * one of them prints.
 */
export function BookingButtons({ list, rows, findings, onAdd, onDelete, onDone }: BookingButtonsProps) {
  const { routes } = findings;
  const t = useNamespace('bookings');
  const { bookings: name } = useNamespace('admin');
  const words = useBookingWords(routes);
  const notes = ({ booking, driver, vehicle, phone }: ListedBooking) =>
    [words.load(booking), booking.flight, phone, driver?.name, vehicle?.name].filter(Boolean).join('\n');
  const download = () => {
    const days = rows.map(({ booking }) => booking.date).sort();
    const span = [...new Set([days[0], days.at(-1)])].join('-a-');
    const fileName = `${name.toLowerCase()}-${span}.ics`;
    const title = ({ booking }: ListedBooking) => `${words.name(booking)}: ${words.trip(booking)}`;
    downloadCalendar(rows, routes, { fileName, title, notes });
    onDone(t.calendarSaved(fileName));
  };
  const isEmpty = list.bookings.length + list.unread.length + list.removed.length === 0;
  const buttons = [
    [t.add, <Plus key="add" size={20} />, onAdd, false],
    [t.calendar, <CalendarPlus key="calendar" size={20} />, download, rows.length === 0],
    [t.print, <Printer key="print" size={20} />, () => window.print(), rows.length === 0],
    [t.deleteAll, <Trash2 key="delete" size={20} />, onDelete, isEmpty],
  ] as const;
  return (
    <>
      {buttons.map(([label, icon, onPress, disabled]) => (
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
      ))}
      <BookingSheet rows={rows} findings={findings} />
    </>
  );
}
