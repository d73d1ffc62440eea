import { useEffect, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useFormat } from '../parts/useFormat.ts';
import '../parts/printRoot.css';
import './bookings.css';
import type { ListedBooking } from './bookingStore.ts';
import type { Findings } from './useFindings.ts';
import { useBookingWords } from './wording.ts';

interface BookingSheetProps {
  /** By day and hour. */
  readonly rows: readonly ListedBooking[];
  readonly findings: Findings;
}

function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // The browser lays out the paper as soon as the listeners have run.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** The shown bookings on paper, a page for each day. Screens do not show it. */
export function BookingSheet({ rows, findings: { routes } }: BookingSheetProps) {
  const { plainWeekday } = useFormat();
  const isPrinting = useIsPrinting();
  if (!isPrinting) return null;
  const days = [...new Set(rows.map(({ booking }) => booking.date))];
  return createPortal(
    <div className="print-root booking-sheet">
      {days.map((day) => (
        <DayTable
          key={day}
          title={plainWeekday(day)}
          rows={rows.filter(({ booking }) => booking.date === day)}
          routes={routes}
        />
      ))}
    </div>,
    document.body,
  );
}

interface DayTableProps extends Pick<BookingSheetProps, 'rows'>, Pick<Findings, 'routes'> {
  readonly title: string;
}

function DayTable({ title, rows, routes }: DayTableProps) {
  const t = useNamespace('bookings');
  const { bookings: name } = useNamespace('admin');
  const words = useBookingWords(routes);
  const labels = [t.when, t.trip, t.passenger, t.assigned, t.paying];
  return (
    <table>
      <caption>
        {name} · {title}
      </caption>
      <thead>
        <tr>
          {labels.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, booking, phone, driver, vehicle }) => (
          <tr key={id}>
            <th scope="row">{booking.time}</th>
            <Lines first={words.trip(booking)} second={booking.flight} />
            <Lines
              first={[words.name(booking), phone].filter(Boolean).join(' · ')}
              second={words.load(booking)}
            />
            <Lines first={driver?.name} second={vehicle?.name} />
            <Lines first={t.payments[booking.payment]} second={words.price(booking.pesos)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LinesProps {
  readonly first: string | undefined;
  readonly second: string | undefined;
}

function Lines({ first, second }: LinesProps) {
  return (
    <td>
      <span>{first}</span>
      <br />
      <span>{second}</span>
    </td>
  );
}
