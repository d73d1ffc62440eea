import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterEach, describe, expect, test } from 'vitest';
import { chileanMoment } from '../chile/time.ts';
import { chileanZones, setCompanyZone } from '../chile/zone.ts';
import { calendarOf, type CalendarTrip } from './calendar.ts';

const trip: CalendarTrip = {
  uid: 'trip@example.cl',
  date: '2026-11-28',
  time: '18:30',
  minutes: 35,
  title: 'Traslado al aeropuerto · Andes, S.A.; «Ñuñoa»',
  place: "Hotel O'Higgins, Calle Uno 12\\B",
  notes: `Andes: +56 9 1234 5678\n\n${'Una línea larga con tildes áéíóú y 😀. '.repeat(12)}`,
};
const now = new Date('2026-11-26T12:00:00Z');

/** Reads a calendar as a program does that knows no zones. */
function withIcalJs(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as object[]);
  ICAL.TimezoneService.reset();
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    return {
      start: event.startDate.toJSDate(),
      end: event.endDate.toJSDate(),
      title: event.summary,
      place: event.location,
      notes: event.description,
      reminder: component.getFirstSubcomponent('valarm')?.getFirstPropertyValue('trigger')?.toString(),
    };
  });
}

/** Reads a calendar as a program does that takes its own table for a zone it knows by name. */
function withNodeIcal(text: string) {
  return Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT');
}

const minuteMs = 60_000;

test('both parsers read what was written, with a reminder on the day before', () => {
  const text = calendarOf([trip, { ...trip, uid: 'second@example.cl', date: '2026-12-01' }], now);
  const [first, second] = withIcalJs(text);
  const start = chileanMoment('2026-11-28', '18:30')!;
  expect(first).toEqual({
    start,
    end: new Date(start.getTime() + 35 * minuteMs),
    title: trip.title,
    place: trip.place,
    notes: trip.notes,
    reminder: '-P1D',
  });
  expect(second?.start).toEqual(chileanMoment('2026-12-01', '18:30'));
  const [same] = withNodeIcal(text);
  expect(same).toMatchObject({ summary: trip.title, location: trip.place, description: trip.notes });
  expect(same?.start.getTime()).toBe(start.getTime());
  expect(same?.end?.getTime()).toBe(start.getTime() + 35 * minuteMs);
});

test('no line has more than 75 bytes', () => {
  const lines = calendarOf([trip], now).split('\r\n');
  const bytes = lines.map((line) => new TextEncoder().encode(line).length);
  expect(Math.max(...bytes)).toBeLessThanOrEqual(75);
});

const dayMs = 86_400_000;
/** The days around the first Sundays of April and September, when Chile changes its clocks. */
const days = [2026, 2027, 2028, 2029, 2030].flatMap((year) =>
  [`${year}-03-30`, `${year}-08-30`].flatMap((first) =>
    Array.from({ length: 14 }, (_, index) =>
      new Date(Date.parse(first) + index * dayMs).toISOString().slice(0, 10),
    ),
  ),
);

describe('over a change of the clocks', () => {
  afterEach(() => setCompanyZone('America/Santiago'));

  // 00:30 is missing on one day of each year, and 23:30 is there twice: a passenger cannot mean the second.
  const times = ['01:30', '12:00', '20:45'];
  test.each(chileanZones.flatMap((zone) => times.map((time) => [zone, time] as const)))(
    'in %s a trip at %s is at that time of the company’s clock',
    (zone, time) => {
      setCompanyZone(zone);
      const text = calendarOf(
        days.map((date) => ({ ...trip, uid: date, date, time })),
        now,
      );
      const wanted = days.map((date) => chileanMoment(date, time)?.toISOString());
      expect(withIcalJs(text).map(({ start }) => start.toISOString())).toEqual(wanted);
      expect(withNodeIcal(text).map(({ start }) => start.toISOString())).toEqual(wanted);
    },
  );
});

test('a trip with a moment and a sequence says both, whatever its day and clock name', () => {
  const moved = { ...trip, sequence: 7, start: new Date('2026-11-29T01:15:00Z') };
  const text = calendarOf([moved], now);
  expect(text).toContain('\r\nSEQUENCE:7\r\n');
  expect(withIcalJs(text)[0]?.start).toEqual(moved.start);
  expect(calendarOf([trip], now)).not.toContain('SEQUENCE');
});
