import { afterEach, describe, expect, test } from 'vitest';
import { endOfChileanDay } from './endOfDay.ts';
import { chileanDay, chileanMoment, chileanMoments, chileanStamp } from './time.ts';
import { chileanZones, setCompanyZone } from './zone.ts';

test.each([
  ['2026-11-24', '22:05', '2026-11-25T01:05:00.000Z'],
  ['2026-07-01', '08:00', '2026-07-01T12:00:00.000Z'],
  ['2026-11-24', '00:00', '2026-11-24T03:00:00.000Z'],
  // The hour before midnight is there twice on the night when summer ends.
  ['2026-04-04', '23:30', '2026-04-05T02:30:00.000Z'],
])('%s %s in Chile is %s', (day, time, moment) => {
  expect(chileanMoment(day, time)?.toISOString()).toBe(moment);
  expect(chileanStamp(moment)).toBe(`${day} ${time}`);
});

test.each([
  ['2026-11-23T02:59:59Z', '2026-11-22'],
  ['2026-11-23T03:00:00Z', '2026-11-23'],
  ['2026-07-01T03:59:59Z', '2026-06-30'],
])('at %s it is %s in Chile', (moment, day) => {
  expect(chileanDay(new Date(moment))).toBe(day);
});

test.each([
  ['2026-04-04', '22:59', ['2026-04-05T01:59:00.000Z']],
  ['2026-04-04', '23:00', ['2026-04-05T02:00:00.000Z', '2026-04-05T03:00:00.000Z']],
  ['2026-04-04', '23:59', ['2026-04-05T02:59:00.000Z', '2026-04-05T03:59:00.000Z']],
  ['2026-04-05', '00:00', ['2026-04-05T04:00:00.000Z']],
  // No clock shows it: summer begins at midnight with 01:00.
  ['2026-09-06', '00:30', ['2026-09-06T04:30:00.000Z']],
])('%s %s in Chile has its passes', (day, time, moments) =>
  expect(chileanMoments(day, time).map((moment) => moment.toISOString())).toEqual(moments),
);

test.each(['-infinity', 'infinity', '0044-01-01T00:00:00+00:00 BC', '10000-01-01T00:00:00+00:00', ''])(
  'the time %j, which PostgreSQL stores and JavaScript cannot read, is written as nothing',
  (moment) => expect(chileanStamp(moment)).toBe(''),
);

test.each([
  ['', '22:00'],
  ['2026-11-24', ''],
  ['2026-13-40', '22:00'],
  ['2026-11-24', '25:00'],
  ['hoy', '22:00'],
])('the day %j and time %j are no moment', (day, time) => expect(chileanMoment(day, time)).toBeNull());

test.each([
  ['2026-11-24', '2026-11-25T03:00:00.000Z'],
  ['2026-12-31', '2027-01-01T03:00:00.000Z'],
  // A day of 25 hours, and the day before one that begins at 01:00.
  ['2026-04-04', '2026-04-05T04:00:00.000Z'],
  ['2026-09-05', '2026-09-06T04:00:00.000Z'],
])('%s in Chile ends at %s', (day, moment) => expect(endOfChileanDay(day)?.toISOString()).toBe(moment));

test('a text that is no day has no end', () => expect(endOfChileanDay('mañana')).toBeNull());

describe('a company elsewhere in Chile', () => {
  afterEach(() => setCompanyZone('America/Santiago'));

  test.each([
    // No summer time: an hour ahead of Santiago in winter.
    ['America/Punta_Arenas', '2027-06-15', '13:00', ['2027-06-15T16:00:00.000Z']],
    ['America/Punta_Arenas', '2026-04-04', '23:30', ['2026-04-05T02:30:00.000Z']],
    ['America/Coyhaique', '2026-09-06', '00:30', ['2026-09-06T03:30:00.000Z']],
    ['Pacific/Easter', '2027-06-15', '11:00', ['2027-06-15T17:00:00.000Z']],
    // Easter Island changes its clocks at the same moment, at 22:00 of its Saturday.
    ['Pacific/Easter', '2026-04-04', '21:30', ['2026-04-05T02:30:00.000Z', '2026-04-05T03:30:00.000Z']],
    ['Pacific/Easter', '2026-09-05', '22:30', ['2026-09-06T04:30:00.000Z']],
    ['Pacific/Easter', '2026-12-31', '23:59', ['2027-01-01T04:59:00.000Z']],
  ] as const)('in %s %s %s has its passes', (zone, day, time, moments) => {
    setCompanyZone(zone);
    expect(chileanMoments(day, time).map((moment) => moment.toISOString())).toEqual(moments);
  });

  test.each(chileanZones)('in %s each hour of four years is found again', (zone) => {
    setCompanyZone(zone);
    const format = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone: zone });
    for (let time = Date.UTC(2026, 0); time < Date.UTC(2030, 0); time += 3_600_000) {
      const written = format.format(time);
      const [day, hour] = [written.slice(0, 10), written.slice(11)];
      const moments = chileanMoments(day, hour).map((moment) => moment.getTime());
      if (!moments.includes(time)) expect.fail(`${zone}: ${written} is not ${new Date(time).toISOString()}`);
    }
  });
});
