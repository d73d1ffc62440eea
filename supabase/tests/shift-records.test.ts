import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chileanDay, chileanMoment } from '../../shared/chile/time.ts';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';
import { deleteProductRows } from '../../server/database.ts';

/** The driver of a vehicle at a time: answered after records are deleted, for as long as the setting says. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

type Sender = Pick<ProductPerson, 'request'>;

async function rpc<Body = unknown>(
  who: Sender,
  name: string,
  body: object,
): Promise<{ status: number; body: Body }> {
  const response = await who.request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Body };
}

interface Listed {
  readonly id: string;
  readonly driver_name: string | null;
  readonly driver_code: string | null;
  readonly driver_phone: string | null;
  readonly license_plate: string;
  readonly device_name: string | null;
  readonly started_at: string;
  readonly ended_at: string | null;
  readonly forgotten: boolean;
  readonly total: number | null;
}

async function list(filters: object = {}, who: Sender = server.as('carla')) {
  const { status, body } = await rpc<Listed[]>(who, 'list_shifts', filters);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const told = async (filters: object) =>
  (await list(filters)).map(({ license_plate: plate, driver_name: name }) => `${plate} ${name}`);

let [white, black] = ['', ''];
beforeEach(async () => {
  await query('delete from shifts');
  await query('delete from vehicles');
  const rows = await query<{ id: string }>(
    `insert into vehicles (license_plate) values ('BBCD12'), ('WXYZ98') returning id`,
  );
  [white, black] = rows.map(({ id }) => id) as [string, string];
});

const today = chileanDay(new Date());
/** A day in Chile that is over, and younger than what the daily run deletes. @param days before today */
const dayBefore = (days: number) =>
  new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
const [dayAfter, day, eve] = [dayBefore(4), dayBefore(5), dayBefore(6)];

/** A moment of a day in Chile. @param time `22:05` */
const moment = (time: string, on = day) => chileanMoment(on, time)!.toISOString();

/** The same moment as PostgreSQL writes it. */
const stored = (iso: string) => iso.replace('.000Z', '+00:00');

/** A past shift. Times are those of Chile on `day`. */
async function drove(
  who: ProductPerson,
  vehicle: string,
  from: string,
  until: string | null,
): Promise<string> {
  const [row] = await query<{ id: string }>(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     values ($1, $2, $3::timestamp at time zone 'America/Santiago', $4::timestamp at time zone 'America/Santiago')
     returning id`,
    [who.driverId, vehicle, `${day} ${from}`, until && `${day} ${until}`],
  );
  return row!.id;
}

const at = (time: string) => ({ since: moment(time), until: moment(time) });

test('who drove BBCD12 at 22:00: one row, with phone and device', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await drove(diego, white, '08:00', '16:00');
  await drove(elena, white, '18:00', '23:30');
  await drove(diego, black, '18:00', '23:30');
  const device = randomUUID();
  await query(`insert into devices (id, key_hash, name) values ($1, sha256('key'), 'Auto 7')`, [device]);
  await query('update shifts set device_id = $1 where driver_id = $2', [device, elena.driverId]);
  await query(`update drivers set contact = '+56987654321' where id = $1`, [elena.driverId]);
  expect(await list({ search: 'bb·cd·12', ...at('22:00') })).toMatchObject([
    { driver_name: 'elena', driver_phone: '+56987654321', license_plate: 'BBCD12', device_name: 'Auto 7' },
  ]);
  expect(await told({ search: 'BB CD 12', ...at('17:00') })).toEqual([]);
  expect(await told({ search: 'bbcd', ...at('09:00') })).toEqual(['BBCD12 diego']);
  expect(await told({ search: 'ELENA' })).toEqual(['BBCD12 elena']);
  expect(await told({ driver: diego.driverId })).toEqual(['WXYZ98 diego', 'BBCD12 diego']);
  const wholeDay = { since: moment('00:00'), until: moment('23:59') };
  expect(await told({ search: 'BBCD12', ...wholeDay })).toEqual(['BBCD12 elena', 'BBCD12 diego']);
});

test('a period keeps the shifts that began in it, as the report counts them', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await drove(diego, white, '01:00', '08:00');
  await drove(elena, black, '23:59', null);
  // The first of them touches the day, the second begins when it ends.
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at) values
       ($1, $2, $3, $4), ($1, $2, $5, $6)`,
    [
      diego.driverId,
      white,
      moment('23:00', eve),
      moment('00:30'),
      moment('00:00', dayAfter),
      moment('01:00', dayAfter),
    ],
  );
  const period = { since: moment('00:00'), until: moment('00:00', dayAfter), began: true };
  expect(await told(period)).toEqual(['WXYZ98 elena', 'BBCD12 diego']);
  const { body } = await rpc<{ now: { shifts: number } }>(server.as('carla'), 'report', {
    since: day,
    until: day,
  });
  expect((await list(period))[0]!.total).toBe(body.now.shifts);
});

test('open shifts are listed by themselves, and one of more than 18 hours counts as forgotten', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await drove(diego, white, '08:00', '16:00');
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at)
     values ($1, $2, now() - interval '17 hours'), ($3, $4, now() - interval '19 hours')`,
    [diego.driverId, white, elena.driverId, black],
  );
  const rows = await list({ state: 'open' });
  expect(rows[0]!.total).toBe(2);
  expect(rows.map(({ driver_name: name, forgotten }) => [name, forgotten])).toEqual([
    ['diego', false],
    ['elena', true],
  ]);
});

test('shifts outlive driver, vehicle and device, with names and plate as they were', async () => {
  const carla = server.as('carla');
  const [driver] = await query<{ id: string }>(
    `insert into drivers (name, license_plate, driver_code, contact, approved_at)
     values ('Rosa Díaz', 'RRRR11', 'R-1', '+56911112222', now()) returning id`,
  );
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     values ($1, $2, now() - interval '3 hours', now() - interval '2 hours')`,
    [driver!.id, white],
  );
  // Deleting the driver ends an open shift, and frees its vehicle.
  await query('insert into shifts (driver_id, vehicle_id) values ($1, $2)', [driver!.id, black]);
  const remove = (path: string) => carla.request(`/rest/v1/${path}`, { method: 'DELETE' });
  expect((await remove(`drivers?id=eq.${driver!.id}`)).status).toBe(204);
  expect((await remove(`vehicles?id=in.(${white},${black})`)).status).toBe(204);
  const rows = await list();
  expect(rows.map(({ license_plate: plate, ended_at: end }) => [plate, end !== null])).toEqual([
    ['WXYZ98', true],
    ['BBCD12', true],
  ]);
  for (const row of rows)
    expect(row).toMatchObject({ driver_name: 'Rosa Díaz', driver_code: 'R-1', driver_phone: '+56911112222' });
  expect(await told({ search: 'bbcd12' })).toEqual(['BBCD12 Rosa Díaz']);
});

test('a renamed driver and a corrected plate are found by both writings', async () => {
  const diego = server.as('diego');
  await drove(diego, white, '08:00', '16:00');
  await query(`update vehicles set license_plate = 'BBCD13' where id = $1`, [white]);
  for (const search of ['BBCD12', 'BBCD13']) expect(await told({ search })).toEqual(['BBCD12 diego']);
});

test('a person’s data hold the shifts that their account started, also when the driver’s record is gone', async () => {
  const elena = server.as('elena');
  expect((await rpc(elena, 'start_shift', { vehicle: white })).status).toBe(200);
  // Kept for the tests that follow: only the link and the record of the shift are looked at.
  await query('update shifts set driver_id = null, ended_at = now()');
  const { body } = await rpc(elena, 'personal_data', {});
  expect(body).toMatchObject({
    shifts: [{ license_plate: 'BBCD12', ended_at: expect.any(String) as string }],
  });
});

test('a forgotten end is corrected between start and present end, and the log keeps both', async () => {
  const [carla, diego] = [server.as('carla'), server.as('diego')];
  const shift = await drove(diego, white, '08:00', '16:00');
  const correct = (ended: string, who: Sender = carla) =>
    rpc<{ code: string } | null>(who, 'correct_shift_end', { shift, ended_at: ended });
  expect(await correct(moment('12:00'), diego)).toMatchObject({
    status: 403,
    body: { code: 'not_admin' },
  });
  for (const wrong of [moment('07:59'), moment('16:01'), '2999-01-01'])
    expect(await correct(wrong)).toMatchObject({ status: 400, body: { code: 'shift_end_invalid' } });
  expect((await correct(moment('12:00'))).status).toBe(204);
  expect((await list())[0]!.ended_at).toBe(stored(moment('12:00')));
  const { body } = await rpc<{ entries: { payload: { traits: object }; subject: object }[] }>(
    carla,
    'audit_log',
    { action: 'shift_corrected' },
  );
  expect(body.entries[0]).toMatchObject({
    payload: {
      traits: {
        target: `shift:${shift}`,
        ended_before: stored(moment('16:00')),
        ended_after: stored(moment('12:00')),
      },
    },
    subject: { driver: { name: 'diego' }, vehicle: { name: 'BBCD12' } },
  });
});

test('ending a forgotten open shift frees the vehicle', async () => {
  const [carla, diego, elena] = [server.as('carla'), server.as('diego'), server.as('elena')];
  const { body: shift } = await rpc(diego, 'start_shift', { vehicle: white });
  expect((await rpc(elena, 'start_shift', { vehicle: white })).status).toBe(409);
  const now = new Date().toISOString();
  expect((await rpc(carla, 'correct_shift_end', { shift, ended_at: now })).status).toBe(204);
  expect((await rpc(elena, 'start_shift', { vehicle: white })).status).toBe(200);
});

test('who has not begun today: active drivers without an open shift and without one of today', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  const names = async () => {
    const { body } = await rpc<{ name: string; license_plate: string | null }[]>(
      server.as('carla'),
      'list_drivers_without_shift',
      {},
    );
    return body.filter(({ name }) => ['diego', 'elena'].includes(name));
  };
  expect(await names()).toMatchObject([{ name: 'diego' }, { name: 'elena' }]);
  const days = `now() - interval '50 hours'`;
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at) values ($1, $2, ${days}, ${days})`,
    [elena.driverId, black],
  );
  await rpc(diego, 'start_shift', { vehicle: white });
  expect(await names()).toMatchObject([{ name: 'elena', license_plate: 'WXYZ98' }]);
  await query('update shifts set ended_at = now() where ended_at is null');
  expect(await names()).toMatchObject([{ name: 'elena' }]);
});

test('the drivers without a shift in a period are those that the report counts', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await drove(diego, white, '08:00', '16:00');
  const idle = async (period: object) => {
    const listed = await rpc<{ id: string; total: number }[]>(
      server.as('carla'),
      'list_drivers_without_shift',
      period,
    );
    const { body } = await rpc<{ idle: { count: number } }>(server.as('carla'), 'report', period);
    expect(listed.body[0]?.total ?? 0).toBe(body.idle.count);
    return listed.body.map(({ id }) => id);
  };
  expect(await idle({ since: day, until: day })).not.toContain(diego.driverId);
  expect(await idle({ since: day, until: day })).toContain(elena.driverId);
  expect(await idle({ since: dayBefore(9), until: eve })).toContain(diego.driverId);
  expect(
    (await rpc(server.as('carla'), 'list_drivers_without_shift', { since: day, until: dayBefore(9) })).status,
  ).toBe(400);
});

test('the daily run deletes shifts that ended before the days of the setting; an open one stays', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await query(`select private.configure('{"shift_retention_days": "30"}')`);
  const old = (days: number) => `now() - interval '${days} days'`;
  // A new shift deletes expired ones as well, which is all that a hosted project has.
  await query('alter table shifts disable trigger forget_some_shifts');
  await query(
    `insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     values ($1, $3, ${old(40)}, ${old(31)}), ($1, $3, ${old(40)}, ${old(29)}), ($2, $4, ${old(90)}, null)`,
    [diego.driverId, elena.driverId, white, black],
  );
  expect(await deleteProductRows(server.context.db, new Date())).toMatchObject({ shifts: 1 });
  expect((await list())[0]!.total).toBe(2);
  await query(`update shifts set ended_at = started_at where ended_at is null`);
  await query('alter table shifts enable trigger forget_some_shifts');
  await rpc(elena, 'start_shift', { vehicle: black });
  expect((await list()).map(({ ended_at: end }) => end === null)).toEqual([true, false]);
  expect(await rpc(server.as('carla'), 'shift_retention', {})).toEqual({ status: 200, body: 30 });
  await query(`select private.configure('{"shift_retention_days": "365"}')`);
});

test('an export continues below the last row, however many follow', async () => {
  const diego = server.as('diego');
  for (let hour = 10; hour < 17; hour += 1) await drove(diego, white, `${hour}:00`, `${hour}:30`);
  const seen: string[] = [];
  let last: Listed | undefined;
  do {
    const from = last ? { before: last.started_at, before_id: last.id } : {};
    const rows: readonly Listed[] = await list({ per_page: 3, ...from });
    seen.push(...rows.map(({ started_at: start }) => start));
    last = rows.at(-1);
  } while (last);
  expect(seen).toHaveLength(7);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test('a plate at a moment, a driver’s shifts and a day are found by indexes', async () => {
  const { db } = server.context;
  const [diego] = [server.as('diego')];
  await drove(diego, white, '08:00', '16:00');
  await db.transaction(async (transaction) => {
    await transaction.query('set local session_replication_role = replica');
    await transaction.query(
      `insert into shifts (driver_id, vehicle_id, driver_name, license_plate, started_at, ended_at)
       select gen_random_uuid(), gen_random_uuid(), 'Driver ' || n % 500, 'ZZ' || (1000 + n % 500),
         $1::timestamptz - n * interval '10 minutes', $1::timestamptz - (n - 40) * interval '10 minutes'
       from generate_series(1, 30000) n`,
      [moment('00:00')],
    );
  });
  await query('analyze shifts');
  const { id } = (await list({ search: 'BBCD12' }))[0]!;
  for (const filters of [
    { search: 'BBCD12', ...at('10:00') },
    { driver: diego.driverId },
    at('23:00'),
    { since: moment('00:00', dayBefore(9)), until: moment('00:00', dayBefore(8)), began: true },
    { before: moment('00:00', dayBefore(9)), before_id: id },
    { search: 'diego' },
  ]) {
    const read = await db.transaction(async (transaction) => {
      await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [
        JSON.stringify({ sub: server.as('carla').userId, app_metadata: { role: 'admin' } }),
      ]);
      const names = Object.keys(filters).map((name, index) => `${name} => $${index + 1}`);
      await transaction.query(`select public.list_shifts(${names.join(', ')})`, Object.values(filters));
      return transaction.query<{ walked: number }>(
        `select coalesce(seq_tup_read, 0)::integer as walked from pg_stat_xact_all_tables
         where relid = 'public.shifts'::regclass`,
      );
    });
    expect([filters, read]).toEqual([filters, [{ walked: 0 }]]);
  }
});
