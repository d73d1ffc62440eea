import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { companyDay, tripDesk, type TripDesk } from '../../server/testing/trips.ts';

/** The promise is the company's wall clock; the instant follows from it by the zone data. */
let server: ProductApp;
let carla: TripDesk;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
  carla = tripDesk(server, server.as('carla'));
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from trips');
  await setZone('America/Santiago');
});

const query = <Row extends object>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);
const zones = ['America/Santiago', 'Pacific/Easter'] as const;
const setZone = (company_zone: string) =>
  query('select private.configure($1)', [JSON.stringify({ company_zone })]);

interface ClockChange {
  /** The hour at which clocks change, in milliseconds since 1970. */
  readonly at: number;
  /** Minutes by which clocks move, negative at the end of summer. */
  readonly moved: number;
}

const formats = new Map(
  zones.map((zone) => [
    zone as string,
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }),
  ]),
);
const shown = (zone: string, at: number) => {
  const [day = '', clock = ''] = formats.get(zone)!.format(at).split(' ');
  return { day, clock: clock.slice(0, 5) };
};
const offset = (zone: string, at: number) => {
  const { day, clock } = shown(zone, at);
  return (Date.parse(`${day}T${clock}Z`) - at) / 60_000;
};
const hour = 3_600_000;

/** The changes of clocks within four years, as the zone data of Node has them. */
function clockChanges(zone: string): readonly ClockChange[] {
  const start = Math.floor(Date.now() / hour) * hour;
  return Array.from({ length: 4 * 366 * 24 }, (_, index) => start + index * hour)
    .map((at) => ({ at, moved: offset(zone, at) - offset(zone, at - hour) }))
    .filter(({ moved }) => moved !== 0);
}

const save = (fields: object) => carla.call('save_trip', { trip: randomUUID(), fields });
const pickup = async (fields: object) => {
  const [status, body] = await save(fields);
  const { pickup_at: at } = body as { pickup_at: string };
  expect([fields, status]).toEqual([fields, 200]);
  return Date.parse(at);
};

test.each(zones)(
  'every quarter of an hour around each change of clocks in %s is one instant, none or two',
  async (zone) => {
    await setZone(zone);
    const changes = clockChanges(zone);
    expect(changes.length).toBeGreaterThanOrEqual(7);
    for (const { at } of changes) {
      const instants = Array.from({ length: 12 * 4 }, (_, quarter) => at + (quarter - 24) * 15 * 60_000);
      const walls = Map.groupBy(instants, (instant) => Object.values(shown(zone, instant)).join(' '));
      const rows = await query<{ wall: string; found: string[] }>(
        `select to_char(wall, 'YYYY-MM-DD HH24:MI') as wall, array(
         select (extract(epoch from i) * 1000)::bigint::text from unnest(private.instants_of(wall::date, wall::time)) i) as found
       from generate_series($1::timestamp, $2::timestamp, interval '15 minutes') as wall`,
        [[...walls.keys()].at(0), [...walls.keys()].at(-1)],
      );
      for (const { wall, found } of rows)
        expect([wall, found.map(Number)]).toEqual([wall, walls.get(wall) ?? []]);
    }
  },
);

test.each(zones)(
  'in %s the missing hour is refused in words, and of the repeated one somebody chooses',
  async (zone) => {
    await setZone(zone);
    for (const { at, moved } of clockChanges(zone)) {
      const before = shown(zone, at - 60_000 * 30);
      if (moved > 0) {
        // Half an hour after the last minute that clocks showed.
        const wall = new Date(Date.parse(`${before.day}T${before.clock}Z`) + hour).toISOString();
        const fields = { day: wall.slice(0, 10), clock: wall.slice(11, 16) };
        expect(await save(fields)).toMatchObject([
          400,
          { code: 'no_such_time', details: `${fields.day} ${fields.clock}` },
        ]);
      } else {
        expect(await pickup(before)).toBe(at - hour / 2);
        expect(await pickup({ ...before, second_hour: true })).toBe(at + hour / 2);
      }
    }
  },
);

test('29 February, the last minute of the year and 400 days ahead are the company’s wall clock', async () => {
  const leapYear = Array.from({ length: 8 }, (_, index) => new Date().getUTCFullYear() + 1 + index).find(
    (year) => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1,
  );
  const year = new Date().getUTCFullYear();
  for (const zone of zones) {
    await setZone(zone);
    for (const fields of [
      { day: `${leapYear}-02-29`, clock: '12:00' },
      { day: `${year}-12-31`, clock: '23:59' },
      { day: await companyDay(server, 400), clock: '03:15' },
    ])
      expect(shown(zone, await pickup(fields))).toEqual(fields);
  }
  expect((await save({ day: `${leapYear! + 1}-02-29`, clock: '12:00' }))[0]).toBe(400);
});

test('the company says how long after a landing the vehicle is there, for trips from then on', async () => {
  const day = await companyDay(server, 10);
  const landing = { direction: 'from', landing_day: day, landing_clock: '14:00' };
  const [earlier, publish] = [
    await carla.add(landing),
    (minutes: number) =>
      server.context.db.query(
        `insert into content_releases (id, content)
         select id + 1, jsonb_set(content, '{company,bufferMinutes}', $1) from content_releases order by id desc limit 1`,
        [JSON.stringify(minutes)],
      ),
  ];
  await publish(50);
  const later = await carla.add(landing);
  const message = { key: 'k', text: 'Hola, quiero reservar', fields: landing, person: {} };
  const [, [pasted] = []] = (await carla.call('take_messages', { messages: [message] })) as [
    number,
    readonly { id: string }[],
  ];
  expect([await carla.list(earlier), await carla.list(later), await carla.list(pasted!.id)]).toMatchObject([
    { clock: '14:30', buffer_minutes: 30 },
    { clock: '14:50', buffer_minutes: 50 },
    { clock: '14:50', buffer_minutes: 50 },
  ]);
  await publish(30);
});

test('a landing shortly before midnight moves the pick-up to the next day, and back', async () => {
  const [day, next] = [await companyDay(server, 10), await companyDay(server, 11)];
  const trip = await carla.add({ direction: 'from', landing_day: day, landing_clock: '23:50' });
  expect(await carla.list(trip)).toMatchObject({ day: next, clock: '00:20', landing_clock: '23:50' });
  await carla.edit(trip, { landing_clock: '21:15', buffer_minutes: 45 });
  expect(await carla.list(trip)).toMatchObject({ day, clock: '22:00', other_day: next });
  await carla.edit(trip, { direction: 'to', day, clock: '15:00' });
  expect(await carla.list(trip)).toMatchObject({
    day,
    clock: '15:00',
    landing_day: null,
    landing_clock: null,
  });
});

test('a trip at night belongs to its day, and names the other one of that night', async () => {
  const [before, day, after] = [
    await companyDay(server, 9),
    await companyDay(server, 10),
    await companyDay(server, 11),
  ];
  for (const [clock, other_day] of [
    ['21:59', null],
    ['22:00', after],
    ['23:59', after],
    ['00:00', before],
    ['05:59', before],
    ['06:00', null],
  ] as const)
    expect(await carla.list(await carla.add({ day, clock }))).toMatchObject({ day, clock, other_day });
});

const forget = () => query('select private.forget_trips(now())');

test('the daily run computes pick-ups to come again, as zone data may have changed', async () => {
  const day = await companyDay(server, 10);
  const promised = await carla.add({ day, clock: '10:00', minutes: 30 });
  const landed = await carla.add({ direction: 'from', landing_day: day, landing_clock: '10:00' });
  const past = await carla.add({ day: await companyDay(server, -3), clock: '10:00' });
  const [before, landing, gone] = await Promise.all([promised, landed, past].map(carla.list));
  await query(`update trips set pickup_at = pickup_at + interval '1 hour', drive = null`);
  await forget();
  expect(await carla.list(promised)).toMatchObject({ pickup_at: before!.pickup_at, clock: '10:00' });
  expect(await carla.list(landed)).toMatchObject({ pickup_at: landing!.pickup_at, clock: '10:30' });
  expect((await carla.list(past)).pickup_at).not.toBe(gone!.pickup_at);
  expect(await query('select from trips where drive is not null')).toHaveLength(1);
});

test('the driver of a pick-up that the daily run moves is signalled, and no other', async () => {
  const { driverId: driver_id } = server.as('diego');
  const day = await companyDay(server, 1);
  await carla.add({ day, clock: '10:00', driver_id });
  // The pick-up as older zone data had it.
  await query(`update trips set pickup_at = pickup_at + interval '1 hour'`);
  await query('delete from trip_signals');
  await forget();
  expect(await query('select driver_id from trip_signals')).toEqual([{ driver_id }]);
  await query('delete from trip_signals');
  await forget();
  expect(await query('select from trip_signals')).toEqual([]);
});

test('a pick-up whose hour the new zone data skip keeps its instant, and stops no other', async () => {
  const change = clockChanges('America/Santiago').find(({ moved }) => moved > 0)!;
  const fields = shown('America/Santiago', change.at - hour / 2);
  const [missing, other] = [await carla.add(fields), await carla.add(fields)];
  const stored = (await carla.list(missing)).pickup_at;
  // The clock as it would stand if that hour had been there when the trip was promised.
  await query('alter table trips disable trigger time_trip');
  const skipped = new Date(Date.parse(`${fields.day}T${fields.clock}Z`) + hour).toISOString();
  await query('update trips set day = $1, clock = $2 where id = $3', [
    skipped.slice(0, 10),
    skipped.slice(11, 16),
    missing,
  ]);
  await query(`update trips set pickup_at = pickup_at + interval '1 hour' where id = $1`, [other]);
  await query('alter table trips enable trigger time_trip');
  await forget();
  expect((await carla.list(missing)).pickup_at).toBe(stored);
  expect((await carla.list(other)).pickup_at).toBe(stored);
});
