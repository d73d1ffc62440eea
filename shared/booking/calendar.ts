import { chileanMoment } from '../chile/time.ts';

/** Stands for the drive of a trip whose length nobody knows. */
export const assumedMinutes = 60;

/** A trip in a calendar. */
export interface CalendarTrip {
  /** The same for the same trip, so that a second import replaces the first. */
  readonly uid: string;
  /** A whole number that is larger in a later file about the same trip. */
  readonly sequence?: number;
  /** A day of the company, as `2026-11-28`. */
  readonly date: string;
  /** The company's clock, as `18:30`. */
  readonly time: string;
  /** The moment, where one is known: in the night when summer ends, day and clock name two. */
  readonly start?: Date;
  readonly minutes: number | null | undefined;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
}

/** RFC 5545, 3.3.5: in UTC, so that a program needs no zone of ours. */
const utc = (moment: Date) => moment.toISOString().replace(/[-:]|\.\d+/g, '');

/** RFC 5545, 3.3.11 */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, String.raw`\$&`)
    .replace(/\r\n?|\n/g, String.raw`\n`)
    .replace(/\p{Cc}/gu, '');

const maxLineBytes = 75;

/** Folds a line as RFC 5545, 3.1 has it, never within a character. */
function fold(line: string): string {
  const encoder = new TextEncoder();
  let [folded, bytes] = ['', 0];
  for (const letter of line) {
    const size = encoder.encode(letter).length;
    const isFull = bytes + size > maxLineBytes;
    folded += isFull ? `\r\n ${letter}` : letter;
    bytes = isFull ? size + 1 : bytes + size;
  }
  return folded;
}

function tripLines(trip: CalendarTrip, stamp: string): readonly string[] {
  const start = trip.start ?? chileanMoment(trip.date, trip.time);
  if (!start) return [];
  return [
    'BEGIN:VEVENT',
    `UID:${trip.uid}`,
    ...(trip.sequence === undefined ? [] : [`SEQUENCE:${trip.sequence}`]),
    `DTSTAMP:${stamp}`,
    `DTSTART:${utc(start)}`,
    `DURATION:PT${trip.minutes ?? assumedMinutes}M`,
    `SUMMARY:${escapeText(trip.title)}`,
    `LOCATION:${escapeText(trip.place)}`,
    `DESCRIPTION:${escapeText(trip.notes)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escapeText(trip.title)}`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/** The type of the file that `calendarOf` makes. */
export const calendarType = 'text/calendar;charset=utf-8';

/**
 * Trips as an iCalendar file (RFC 5545), each with a reminder on the day before. A trip at no time is left out.
 * @param now when the file is made
 */
export function calendarOf(trips: readonly CalendarTrip[], now: Date): string {
  const stamp = utc(now);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//airport-transfer//booking//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...trips.flatMap((trip) => tripLines(trip, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
