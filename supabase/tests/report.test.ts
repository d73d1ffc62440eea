import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json, mark } from '../../server/testing/drivers.ts';
import { usageNames } from '../../shared/usage.ts';

/** The report counts what is there, and the figures that triggers keep agree with a recount. */
let server: ProductApp;
beforeAll(async () => {
  // Shifts of a fixed month stay, whenever the tests run.
  const environment = { REQUESTS_PER_SECOND: '0', SHIFT_RETENTION_DAYS: '3650' };
  server = await startProductApp({ environment });
});
afterAll(() => server[Symbol.asyncDispose]());

const query = <Row extends object = Record<string, unknown>>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Row>(sql, values);

beforeEach(async () => {
  for (const table of ['reviews', 'tickets', 'shifts', 'devices', 'vehicles'])
    await query(`delete from ${table}`);
  for (const table of ['report_days', 'usage_counts', 'usage_batches'])
    await query(`delete from private.${table}`);
});

async function rpc(who: 'carla' | 'diego' | 'elena' | 'nora', name: string, body: object) {
  const response = await server.as(who).request(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
}

interface Subject {
  readonly id: string;
  readonly name: string;
  readonly reviews: number;
  readonly stars: number;
  readonly low: number;
  readonly reviews_before: number;
}
interface Totals {
  readonly [figure: string]: unknown;
  readonly usage: readonly unknown[];
}
interface Report {
  readonly since_before: string;
  readonly until_before: string;
  readonly now: Totals;
  readonly before: Totals;
  readonly curve: readonly { readonly day: string; readonly reviews: number }[];
  readonly drivers: readonly Subject[];
  readonly vehicles: readonly Subject[];
  readonly idle: { readonly count: number; readonly rows: readonly { readonly name: string }[] } | null;
  readonly expiring: { readonly month: string; readonly count: number };
}

async function report(since: string, until: string): Promise<Report> {
  const { status, body } = await rpc('carla', 'report', { since, until });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const diego = () => server.as('diego').driverId!;
const elena = () => server.as('elena').driverId!;

async function addVehicle(plate = mark()): Promise<string> {
  const [vehicle] = await query<{ id: string }>(
    'insert into vehicles (license_plate) values ($1) returning id',
    [plate],
  );
  return vehicle!.id;
}
async function addReview(
  driver: string | null,
  rating: number,
  at: string,
  fields: object = {},
): Promise<string> {
  const row = { driver_id: driver, rating, created_at: at, ...fields };
  const names = Object.keys(row);
  const [review] = await query<{ id: string }>(
    `insert into reviews (${names.join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})
     returning id`,
    Object.values(row),
  );
  return review!.id;
}

test('only the office reads the report, of a period that is one', async () => {
  expect((await rpc('diego', 'report', { since: '2026-01-01', until: '2026-01-31' })).status).toBe(403);
  for (const [since, until] of [
    ['2026-01-31', '2026-01-01'],
    ['2020-01-01', '2026-01-01'],
    ['1999-01-01', '1999-01-02'],
  ])
    expect((await rpc('carla', 'report', { since, until })).status).toBe(400);
});

test('a month stands beside the month before, in days of Chile, without hidden reviews', async () => {
  const vehicle = await addVehicle('BBCD12');
  // Half past eleven at night in Chile, which is the next day in UTC.
  await addReview(diego(), 2, '2026-02-01T02:30:00Z', { vehicle_id: vehicle, reasons: ['price', 'route'] });
  await addReview(diego(), 5, '2026-02-01T03:30:00Z');
  await addReview(elena(), 4, '2026-02-28T12:00:00Z');
  const hidden = await addReview(elena(), 1, '2026-02-28T12:00:00Z');
  await query('update reviews set hidden_at = now() where id = $1', [hidden]);
  const february = await report('2026-02-01', '2026-02-28');
  expect([february.since_before, february.until_before]).toEqual(['2026-01-01', '2026-01-31']);
  expect(february.now).toMatchObject({ reviews: 2, stars: 9, low: 0 });
  expect(february.before).toMatchObject({
    reviews: 1,
    stars: 2,
    low: 1,
    reasons: { price: 1, route: 1, driving: 0 },
  });
  expect(february.drivers).toMatchObject([
    { name: 'elena', reviews: 1, stars: 4, reviews_before: 0 },
    { name: 'diego', reviews: 1, stars: 5, low: 0, reviews_before: 1 },
  ]);
  const january = await report('2026-01-01', '2026-01-31');
  expect(january.vehicles).toMatchObject([{ id: vehicle, name: 'BBCD12', reviews: 1, low: 1 }]);
  expect(january.curve).toHaveLength(31);
  expect(january.curve[30]).toMatchObject({ day: '2026-01-31', reviews: 1 });
});

test('any days stand beside as many before; a long period is a curve of weeks or months', async () => {
  await addReview(diego(), 3, '2026-03-10T12:00:00Z');
  const days = await report('2026-03-05', '2026-03-11');
  expect([days.since_before, days.until_before]).toEqual(['2026-02-26', '2026-03-04']);
  const quarter = await report('2026-01-15', '2026-04-10');
  expect(quarter.curve.map(({ day }) => day).slice(0, 2)).toEqual(['2026-01-15', '2026-01-22']);
  expect(quarter.drivers).toMatchObject([{ name: 'diego', reviews: 1, low: 1 }]);
  const years = await report('2024-06-15', '2027-05-20');
  expect(years.drivers).toMatchObject([{ name: 'diego', reviews: 1, low: 1 }]);
  expect(years.curve.map(({ day }) => day).slice(0, 2)).toEqual(['2024-06-15', '2024-07-01']);
  for (const { curve } of [days, quarter, years])
    expect(curve.reduce((sum, { reviews }) => sum + reviews, 0)).toBe(1);
});

test('cases by kind with the time to an answer, hours of shifts, devices, and who did not drive', async () => {
  await query(
    `insert into tickets (subject, kind, language, body, due_on, created_at, answered_at) values
       ('case', 'lost', 'de', 'x', now(), '2026-03-02T12:00:00Z', '2026-03-02T18:00:00Z'),
       ('case', 'lost', 'de', 'x', now(), '2026-03-03T12:00:00Z', null),
       ('rights', 'access', 'de', 'x', now(), '2026-03-03T12:00:00Z', null)`,
  );
  const vehicle = await addVehicle();
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     values ($1, $2, '2026-03-02T12:00:00Z', '2026-03-02T20:30:00Z')`,
    [diego(), vehicle],
  );
  const device = `insert into devices (id, key_hash, last_seen) values ($1, sha256('key'), $2)`;
  const [first, second] = [randomUUID(), randomUUID()];
  await query(device, [first, '2026-03-02T12:00:00Z']);
  await query(device, [second, '2026-03-02T12:00:00Z']);
  for (const minute of ['10', '20'])
    await query('update devices set last_seen = $2 where id = $1', [first, `2026-03-03T12:${minute}:00Z`]);
  const { now, idle } = await report('2026-03-01', '2026-03-31');
  expect(now).toMatchObject({
    shifts: 1,
    shift_seconds: 8.5 * 3_600,
    devices: 2,
    cases: [{ kind: 'lost', cases: 2, answered: 1, answer_seconds: 6 * 3_600 }],
  });
  expect(idle).toMatchObject({ count: 1, rows: [{ name: 'elena' }] });
  const days = await query('select devices from private.report_days order by day');
  expect(days).toEqual([{ devices: 2 }, { devices: 1 }]);
});

test('a shift that its retention deletes stays in the hours of its day; one deleted otherwise leaves them', async () => {
  const [past] = await query<{ day: string }>(
    `select ((now() - interval '4000 days') at time zone 'America/Santiago')::date::text as day`,
  );
  const add = (plate: string) =>
    query(
      `insert into shifts (driver_id, license_plate, started_at, ended_at)
       values ($1, $2, now() - interval '4000 days', now() - interval '4000 days' + interval '1 minute')`,
      [diego(), plate],
    );
  await query('alter table shifts disable trigger forget_some_shifts');
  await add('OLD001');
  await add('OLD002');
  await query(`delete from shifts where license_plate = 'OLD001'`);
  await query('alter table shifts enable trigger forget_some_shifts');
  // A new shift deletes the expired one, and is counted.
  await query('insert into shifts (driver_id) values ($1)', [elena()]);
  expect(await query(`select from shifts where license_plate = 'OLD002'`)).toEqual([]);
  await addVehicle();
  // The shifts of that time are gone.
  expect(await report(past!.day, past!.day)).toMatchObject({
    now: { shifts: 1, shift_seconds: 60 },
    idle: null,
  });
  const day = await today();
  expect((await report(day, day)).now).toMatchObject({ shifts: 1 });
  await query('delete from shifts');
  expect((await report(day, day)).now).toMatchObject({ shifts: 0 });
});

test('the documents that expire next month are those that the list shows for it', async () => {
  await query(
    `insert into documents (kind_id, driver_id, expires_on, verified_at)
     select (select id from document_kinds where owner = 'driver' order by sort, id limit 1), driver,
       (date_trunc('month', private.chile_today()) + interval '1 month 4 days')::date, verified
     from (values ($1::uuid, now()), ($2::uuid, null)) as two (driver, verified)`,
    [diego(), elena()],
  );
  const { expiring } = await report('2026-03-01', '2026-03-31');
  const list = `/rest/v1/document_list?select=id&expires_on=gte.${expiring.month}-01&expires_on=lte.${expiring.month}-28`;
  const listed = (await (await server.as('carla').request(list)).json()) as unknown[];
  await query('delete from documents');
  expect([expiring.count, listed.length]).toEqual([2, 2]);
});

test('a company without vehicles has no drivers without a shift', async () => {
  expect((await report('2026-03-01', '2026-03-31')).idle).toBeNull();
});

test('reviews and cases count on their day in Chile, also when the clocks change', async () => {
  await addVehicle();
  await addVehicle();
  for (const begin of ['2026-04-03T12:00:00Z', '2026-09-04T12:00:00Z']) {
    await query(
      `insert into reviews (driver_id, vehicle_id, rating, reasons, created_at, hidden_at)
       select case each % 7 when 0 then null else d.ids[1 + each % 2] end, v.ids[1 + each % 3], rating,
         case when rating <= 3 then array['price', 'treatment'] else '{}' end, $1::timestamptz + each * interval '30 minutes',
         case each % 11 when 0 then now() end
       from generate_series(0, 190) each, lateral (select 1 + each * 7 % 5) as given (rating),
         (select array_agg(id) as ids from drivers where id = any ($2)) d, (select array_agg(id) as ids from vehicles) v`,
      [begin, [diego(), elena()]],
    );
    await query(
      `insert into tickets (subject, kind, language, body, due_on, created_at, answered_at)
       select 'case', (array['lost', 'receipt'])[1 + each % 2], 'de', 'x', now(), at,
         case when each % 3 > 0 then at + each * interval '7.9 seconds' end
       from generate_series(0, 190) each, lateral (select $1::timestamptz + each * interval '30 minutes') as came (at)`,
      [begin],
    );
  }
  const figures = `count(*)::integer as reviews, sum(rating)::integer as stars,
    (count(*) filter (where rating <= 3))::integer as low`;
  const shown = `(select *, (created_at at time zone 'America/Santiago')::date as day from reviews
    where hidden_at is null) as r where day between $1 and $2`;
  for (const [since, until] of [
    ['2026-04-04', '2026-04-06'],
    ['2026-04-05', '2026-04-05'],
    ['2026-09-05', '2026-09-07'],
    ['2026-09-06', '2026-09-06'],
    ['2026-01-01', '2026-12-31'],
  ] as const) {
    const { now, curve, drivers, vehicles } = await report(since, until);
    const recount = (columns: string, grouping = '') =>
      query(`select ${columns}, ${figures} from ${shown} ${grouping}`, [since, until]);
    const [total] = await recount(
      `json_build_object('price', count(*) filter (where 'price' = any (reasons)),
         'treatment', count(*) filter (where 'treatment' = any (reasons))) as reasons`,
    );
    expect(now).toMatchObject(total!);
    if (curve.length < 12)
      expect(curve).toMatchObject(await recount('day::text', 'group by day order by day'));
    for (const [subjects, id] of [
      [drivers, 'driver_id'],
      [vehicles, 'vehicle_id'],
    ] as const)
      expect(subjects).toMatchObject(
        await recount(
          `${id} as id`,
          `and ${id} is not null group by ${id} order by low desc, avg(rating), reviews desc, id`,
        ),
      );
    expect(now['cases']).toEqual(
      await query(
        `select kind, count(*)::integer as cases, count(answered_at)::integer as answered,
           sum(floor(extract(epoch from answered_at - created_at)))::integer as answer_seconds
         from tickets where (created_at at time zone 'America/Santiago')::date between $1 and $2
         group by kind order by cases desc, kind`,
        [since, until],
      ),
    );
  }
});

test('a review outlives its driver in the report, and a case the data of its passenger', async () => {
  const [driver] = await query<{ id: string }>(
    `insert into drivers (name, license_plate, driver_code, left_at)
     values ('Gone', 'GONE01', 'GONE01', now() - interval '4000 days') returning id`,
  );
  await addReview(driver!.id, 2, '2026-03-02T12:00:00Z', {
    vehicle_id: await addVehicle(),
    reasons: ['price'],
  });
  await query(
    `with old as (
       insert into tickets (subject, kind, language, body, due_on, state, created_at, answered_at, closed_at)
       values ('case', 'lost', 'de', 'x', now(), 'closed', '2026-03-02T12:00:00Z', '2026-03-02T13:00:00Z', now())
       returning id)
     insert into cases (id) select id from old`,
  );
  const { drivers, ...before } = await report('2026-03-01', '2026-03-31');
  expect(drivers).toMatchObject([{ name: 'Gone', low: 1 }]);
  const [forgotten] = await query(
    `select private.delete_former_drivers(now())::integer as drivers,
       private.forget_cases(now() + interval '4000 days')::integer as cases`,
  );
  expect(forgotten).toEqual({ drivers: 1, cases: 1 });
  expect(await report('2026-03-01', '2026-03-31')).toEqual({ ...before, drivers: [] });
});

/** The changes that people and the database make to the rows that are counted; `$1` chooses a row, a value or an hour. */
const operations = [
  `insert into reviews (driver_id, vehicle_id, rating, reasons, created_at)
   select (select id from drivers order by id offset $1 % 3 limit 1), (select id from vehicles order by id offset $1 % 4 limit 1),
     1 + $1 % 5, case when $1 % 5 < 3 then array['price', 'treatment'] else '{}' end,
     timestamptz '2026-04-03T00:00Z' + $1 * interval '1 hour'`,
  `update reviews set rating = 1 + $1 % 3 where id = (select id from reviews order by id offset $1 % 7 limit 1)`,
  `update reviews set hidden_at = case when hidden_at is null then now() end
   where id = (select id from reviews order by id offset $1 % 7 limit 1)`,
  `update reviews set created_at = created_at + $1 * interval '1 hour' where $1 % 2 = 0`,
  `update reviews set vehicle_id = null where id = (select id from reviews order by id offset $1 % 7 limit 1)`,
  `delete from reviews where id = (select id from reviews order by id offset $1 % 7 limit 1)`,
  `insert into drivers (name, license_plate, driver_code) select 'R', upper(substr(gen_random_uuid()::text, 1, 8)), 'R-' || gen_random_uuid()
   where $1 > 0`,
  `delete from drivers where id = (select id from drivers where driver_code like 'R-%' order by id offset $1 % 3 limit 1)`,
  `insert into vehicles (license_plate) select upper(substr(gen_random_uuid()::text, 1, 8)) where $1 > 0`,
  `delete from vehicles where id = (select id from vehicles order by id offset $1 % 4 limit 1)`,
  `insert into shifts (driver_id, started_at, ended_at)
   select null, t, t + $1 * interval '1 minute' from (select timestamptz '2026-04-03T00:00Z' + $1 * interval '1 hour') as at (t)`,
  `update shifts set ended_at = started_at + $1 * interval '2 minutes'
   where id = (select id from shifts order by id offset $1 % 4 limit 1)`,
  `delete from shifts where id = (select id from shifts order by id offset $1 % 4 limit 1)`,
] as const;

test('after any operations the figures of each day are those of a recount', async () => {
  const operation = fc.tuple(fc.nat({ max: operations.length - 1 }), fc.integer({ min: 1, max: 1_500 }));
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 30, maxLength: 60 }), async (steps) => {
      for (const [index, value] of steps)
        await query(operations[index]!.replaceAll('$1', '$1::integer'), [value]);
      const kept = await query(
        `select day, reviews, stars, low, shifts, shift_seconds::integer from private.report_days
         where reviews + shifts > 0 order by day`,
      );
      const recount = await query(
        `select (at at time zone 'America/Santiago')::date as day, count(rating)::integer as reviews,
           coalesce(sum(rating), 0)::integer as stars, (count(*) filter (where rating <= 3))::integer as low,
           (count(*) filter (where rating is null))::integer as shifts,
           coalesce(sum(seconds), 0)::integer as shift_seconds
         from (
           select created_at as at, rating, null as seconds from reviews where hidden_at is null
           union all select started_at, null, extract(epoch from ended_at - started_at) from shifts) as each
         group by 1 order by 1`,
      );
      expect(kept).toEqual(recount);
    }),
    { numRuns: 15 },
  );
  await query(`delete from drivers where driver_code like 'R-%'`);
});

const today = async () => (await query<{ day: string }>('select private.chile_today()::text as day'))[0]!.day;
const opened = (day: string, name = 'airport', uses: unknown = 2) => ({ day, name, language: 'de', uses });
const counts = () => query('select name, language, uses from private.usage_counts order by name, day');

test('a batch of counts that arrives twice, or at the same moment, counts once', async () => {
  const day = await today();
  const batch = { batch: randomUUID(), uses: [opened(day), opened(day, 'whatsapp', 1)] };
  const sent = await Promise.all(Array.from({ length: 5 }, () => rpc('diego', 'count_usage', batch)));
  expect(sent.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204]);
  await rpc('diego', 'count_usage', { batch: randomUUID(), uses: [opened(day, 'airport', 1)] });
  expect(await counts()).toEqual([
    { name: 'airport', language: 'de', uses: 3 },
    { name: 'whatsapp', language: 'de', uses: 1 },
  ]);
  expect((await report(day, day)).now.usage).toEqual([
    { name: 'airport', language: 'de', uses: 3 },
    { name: 'whatsapp', language: 'de', uses: 1 },
  ]);
});

test('counts of unknown names and old days are left out, and senseless ones are refused', async () => {
  const day = await today();
  const send = async (uses: unknown, who: 'diego' | 'nora' = 'diego') =>
    (await rpc(who, 'count_usage', { batch: randomUUID(), uses })).status;
  expect(await send([opened(day, 'driverMenu'), opened('2026-01-01'), opened(day, 'map', 99_999)])).toBe(204);
  expect(await counts()).toEqual([{ name: 'map', language: 'de', uses: 1_000 }]);
  for (const uses of [
    {},
    'x',
    [opened(day, 'map', -1)],
    [opened('2026-13-01')],
    [{ ...opened(day), language: '<b>' }],
  ])
    expect(await send(uses), JSON.stringify(uses)).toBe(400);
  expect(await send(Array.from({ length: 501 }, () => opened(day)))).toBe(400);
  expect(await send([opened(day)], 'nora')).toBe(403);
});

test('a driver who sends more than a hundred batches a day is stopped, and nobody else', async () => {
  const day = await today();
  const send = (who: 'diego' | 'elena') =>
    rpc(who, 'count_usage', { batch: randomUUID(), uses: [opened(day)] });
  for (let sent = 0; sent < 100; sent += 10)
    await Promise.all(Array.from({ length: 10 }, () => send('diego')));
  expect((await send('diego')).status).toBe(429);
  expect((await send('elena')).status).toBe(204);
});

test('the database and the devices know the same names', async () => {
  const [row] = await query<{ names: string[] }>('select private.usage_names() as names');
  expect(row!.names).toEqual([...usageNames]);
});
