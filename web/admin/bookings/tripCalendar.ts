import { calendarOf, calendarType } from '../../../shared/booking/calendar.ts';
import type { Route } from '../../../shared/content/content.ts';
import { downloadText } from '../../util/download.ts';
import type { ListedBooking } from './bookingStore.ts';
import { wayMinutes } from './conflicts.ts';

interface CalendarWords {
  readonly fileName: string;
  /** The way of a booking. */
  readonly title: (row: ListedBooking) => string;
  /** The passenger and everything that the driver has to know, in lines. */
  readonly notes: (row: ListedBooking) => string;
}

/** Gives bookings to the person as an iCalendar file. A second import replaces the first. */
export function downloadCalendar(
  rows: readonly ListedBooking[],
  routes: readonly Route[],
  { fileName, title, notes }: CalendarWords,
): void {
  const trips = rows.map((row) => ({
    uid: row.id,
    date: row.booking.date,
    time: row.booking.time,
    minutes: wayMinutes(row, routes),
    title: title(row),
    place: row.booking.address,
    notes: notes(row),
  }));
  downloadText(calendarOf(trips, new Date()), fileName, calendarType);
}
