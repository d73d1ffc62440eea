import { chileanZone } from '../chile/time.ts';

/** A trip in a calendar. */
export interface CalendarTrip {
  /** The same for the same trip, so that a second import replaces the first. */
  readonly uid: string;
  /** A day in Chile, as `2026-11-28`. */
  readonly date: string;
  /** The clock in Chile, as `18:30`. */
  readonly time: string;
  readonly minutes: number;
  readonly title: string;
  readonly place: string;
  readonly notes: string;
}

/*
 * The clock changes of continental Chile since 2023, as tzdata has them (`Rule Chile`): on the first Sunday from the 2nd of
 * April and of September on, at midnight. `calendar.test.ts` compares them with `Intl`.
 */
const zone = [
  'BEGIN:VTIMEZONE',
  `TZID:${chileanZone}`,
  'BEGIN:STANDARD',
  'DTSTART:20230402T000000',
  'RRULE:FREQ=YEARLY;BYMONTH=4;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8',
  'TZOFFSETFROM:-0300',
  'TZOFFSETTO:-0400',
  'TZNAME:-04',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:20230903T000000',
  'RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=SU;BYMONTHDAY=2,3,4,5,6,7,8',
  'TZOFFSETFROM:-0400',
  'TZOFFSETTO:-0300',
  'TZNAME:-03',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
];

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
  const begin = `${trip.date.replaceAll('-', '')}T${trip.time.replace(':', '')}00`;
  return [
    'BEGIN:VEVENT',
    `UID:${trip.uid}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;TZID=${chileanZone}:${begin}`,
    `DURATION:PT${trip.minutes}M`,
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
 * Trips as an iCalendar file (RFC 5545) in Chile's time, each with a reminder on the day before.
 * @param now when the file is made
 */
export function calendarOf(trips: readonly CalendarTrip[], now: Date): string {
  const stamp = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//airport-transfer//booking//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zone,
    ...trips.flatMap((trip) => tripLines(trip, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}
