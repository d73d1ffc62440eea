import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json, mark } from '../../server/testing/drivers.ts';
import { companyDay, tripDesk } from '../../server/testing/trips.ts';

/** `today`: each line has its real cause, and an empty day has none. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Row {
  readonly id: string;
  readonly [field: string]: unknown;
}
interface Line {
  readonly id: string;
  readonly count: number;
  readonly rows: readonly Row[];
}
interface Today {
  readonly steps: Readonly<Record<string, unknown>>;
  readonly shifts: { readonly on: Line; readonly off: Line } | null;
  readonly draft: { readonly version: number; readonly since: string } | null;
  readonly trips: number | null;
  readonly lines: readonly Line[];
}

const query = <Found extends object = { id: string }>(sql: string, values: readonly unknown[] = []) =>
  server.context.db.query<Found>(sql, values);

async function rpc(who: 'carla' | 'diego', name: string, body: object) {
  const response = await server.as(who).request(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
}
const today = async () => (await rpc('carla', 'today', {})).body as Today;
const line = async (id: string) => (await today()).lines.find((each) => each.id === id);
const settle = (step: string, value?: string) => rpc('carla', 'settle_first_step', { step, value });

beforeEach(async () => {
  for (const table of [
    'trips',
    'shifts',
    'reviews',
    'devices',
    'documents',
    'vehicles',
    'private.operations',
    'private.first_steps',
  ])
    await query(`delete from ${table}`);
  await query(`delete from drivers where driver_code not in ('C-diego', 'C-elena')`);
});

const diego = () => server.as('diego').driverId!;
async function addVehicle(plate = mark()): Promise<string> {
  const [vehicle] = await query('insert into vehicles (license_plate) values ($1) returning id', [plate]);
  return vehicle!.id;
}
async function addDevice(fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const row = { id: randomUUID(), name: 'Mostrador', driver_id: diego(), ...fields };
  const names = Object.keys(row);
  await query(
    `insert into devices (key_hash, ${names.join(', ')})
     values (sha256('key'), ${names.map((_, index) => `$${index + 1}`).join(', ')})`,
    Object.values(row),
  );
  return row.id;
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
async function addDocument(kind: string, owner: { driver?: string; vehicle?: string }, days: number) {
  await query(
    `insert into documents (kind_id, driver_id, vehicle_id, expires_on)
     select id, $2, $3, private.chile_today() + $4::integer from document_kinds where name = $1`,
    [kind, owner.driver ?? null, owner.vehicle ?? null, days],
  );
}

test('a company that has just begun has open steps, no shifts and an empty day', async () => {
  const { steps, shifts, lines } = await today();
  expect(steps).toEqual({
    company: { name: false, number: '', tried: false },
    prices: false,
    vehicles: false,
    drivers: true,
    devices: false,
    claims: false,
    policy: false,
  });
  expect([shifts, lines]).toEqual([null, []]);
});

test('only the office sees the day and settles a step', async () => {
  expect((await rpc('diego', 'today', {})).status).toBe(403);
  expect((await rpc('diego', 'settle_first_step', { step: 'vehicles' })).status).toBe(403);
  expect((await settle('prices')).status).toBe(400);
  expect((await settle('whatsapp', '9'.repeat(41))).status).toBe(400);
});

test('the steps tick by what the company has; a number that changes has to be tried again', async () => {
  await settle('vehicles');
  expect((await today()).steps['vehicles']).toBe(true);
  await addDevice();
  expect((await today()).steps['devices']).toBe(true);
  const [before] = await query<{ content: object }>('select content from content_drafts');
  const write = (field: string, value: string) =>
    query(
      `update content_drafts set content = jsonb_set(content, array['company', $1], to_jsonb($2::text))`,
      [field, value],
    );
  await write('name', 'Ruta Sur');
  await write('whatsappNumber', '+56987654321');
  await settle('whatsapp', '+56987654321');
  expect((await today()).steps['company']).toEqual({ name: true, number: '+56987654321', tried: true });
  await write('whatsappNumber', '+56911111111');
  expect((await today()).steps['company']).toMatchObject({ tried: false });
  await query('update content_drafts set content = $1', [JSON.stringify(before!.content)]);
});

test('a publication settles prices and promises, version 2 of the policy its own step', async () => {
  await query(
    `insert into content_releases (id, content)
     select 2, jsonb_set(content, '{policy,version}', '2') from content_releases where id = 1`,
  );
  expect((await today()).steps).toMatchObject({ prices: true, claims: true, policy: true });
  await query('delete from content_releases where id = 2');
});

test('who is in a shift and who is not, in a company with vehicles', async () => {
  const vehicle = await addVehicle('BBCD12');
  await query('insert into shifts (driver_id, vehicle_id) values ($1, $2)', [diego(), vehicle]);
  const { shifts } = await today();
  expect(shifts?.on).toMatchObject({ count: 1, rows: [{ id: diego(), name: 'diego', plate: 'BBCD12' }] });
  expect(shifts?.off).toMatchObject({ count: 1, rows: [{ name: 'elena', since: null }] });
});

test('drivers who wait are five and a count, the longest first, and one press approves', async () => {
  for (let index = 1; index <= 7; index += 1)
    await query(
      `insert into drivers (name, license_plate, driver_code, created_at)
       values ($1, $2, $3, now() - $4 * interval '1 hour')`,
      [`Espera ${index}`, mark(), `E-${index}`, index],
    );
  const waiting = await line('waiting');
  expect(waiting?.count).toBe(7);
  expect(waiting?.rows.map(({ name }) => name)).toEqual([7, 6, 5, 4, 3].map((each) => `Espera ${each}`));
  const approve = json('PATCH', { approved: true });
  await server.as('carla').request(`/rest/v1/drivers?id=eq.${waiting!.rows[0]!.id}`, approve);
  expect((await line('waiting'))?.count).toBe(6);
  await query(`delete from drivers where driver_code like 'E-%'`);
  await query(`update drivers set pending_photo_url = 'https://x.cl/y.jpg' where id = $1`, [diego()]);
  expect(await line('photos')).toMatchObject({ count: 1, rows: [{ name: 'diego', code: 'C-diego' }] });
  await query('update drivers set pending_photo_url = null');
});

test('low ratings of the last day, with the driver; good and older ones are no line', async () => {
  const rate = (rating: number, hours: number, comment = 'No comment') =>
    query(
      `insert into reviews (driver_id, rating, comment, created_at) values ($1, $2, $3, now() - $4 * interval '1 hour')`,
      [diego(), rating, comment, hours],
    );
  await rate(5, 1);
  await rate(1, 25);
  expect(await line('reviews')).toBeUndefined();
  await rate(3, 2, 'Tarde');
  await rate(2, 1);
  const { count, rows } = (await line('reviews'))!;
  expect(count).toBe(2);
  expect(rows).toMatchObject([
    { rating: 2, name: 'diego', comment: null },
    { rating: 3, comment: 'Tarde' },
  ]);
});

test('devices: without a connection, with a low battery, with older content', async () => {
  await addDevice({ name: 'Lejos', last_seen: ago(60), battery: 5 });
  await addDevice({ name: 'Poca', battery: 12, charging: false });
  await addDevice({ name: 'Cargando', battery: 12, charging: true });
  await addDevice({ name: 'Bien', battery: 90, content_release: 1 });
  expect(await line('offline')).toMatchObject({
    count: 1,
    rows: [{ name: 'Lejos', driver: 'diego', in_shift: false }],
  });
  expect(await line('battery')).toMatchObject({ count: 1, rows: [{ name: 'Poca', battery: 12 }] });
  expect(await line('release')).toBeUndefined();
  await query(
    `insert into content_releases (id, content, published_at)
     select 2, content, now() - interval '1 hour' from content_releases where id = 1`,
  );
  expect(await line('release')).toMatchObject({ count: 1, rows: [{ name: 'Bien', release: 1 }] });
  expect((await rpc('carla', 'list_devices', { state: 'release' })).body).toMatchObject([{ total: 1 }]);
  const { body } = await rpc('carla', 'device_counts', {});
  expect(body).toMatchObject([{ battery: 1, release: 1, offline: 1 }]);
  await query(`update content_releases set published_at = now() - interval '5 minutes' where id = 2`);
  expect(await line('release')).toBeUndefined();
  await query('delete from content_releases where id = 2');
});

test('the devices of a driver who has left are no line', async () => {
  const [left] = await query(
    `insert into drivers (name, license_plate, driver_code, left_at) values ('Fue', $1, 'F-1', now()) returning id`,
    [mark()],
  );
  await addDevice({ driver_id: left!.id, last_seen: ago(600) });
  expect(await line('offline')).toBeUndefined();
});

test('documents: to verify, expired, expiring this week; not those that somebody has allowed', async () => {
  await addDocument('Licencia A1', { driver: diego() }, 7);
  await addDocument('Licencia A2', { driver: diego() }, 8);
  await addDocument('Licencia A3', { driver: diego() }, -1);
  expect(await line('expiring')).toMatchObject({
    count: 1,
    rows: [{ driver_id: diego(), name: 'diego', kind: 'Licencia A1', days: 7, critical: true }],
  });
  expect(await line('expired')).toMatchObject({ count: 1, rows: [{ kind: 'Licencia A3', days: -1 }] });
  await query(`update documents set override_until = private.chile_today() + 3, override_reason = 'Renovando'
    where expires_on < private.chile_today()`);
  expect(await line('expired')).toBeUndefined();
  const [kind] = await query(`select id from document_kinds where name = 'Licencia A1'`);
  const renewal = { kind_id: kind!.id, driver_id: diego(), expires_on: '2031-01-31' };
  const sent = await server.as('diego').request('/rest/v1/documents', json('POST', renewal));
  expect(sent.status).toBe(201);
  expect(await line('unverified')).toMatchObject({
    count: 1,
    rows: [{ driver_id: diego(), vehicle_id: null, name: 'diego', kind: 'Licencia A1' }],
  });
});

test('missing documents: a vehicle needs every critical kind, a driver one; none before the first is entered', async () => {
  const vehicle = await addVehicle('BBCD12');
  expect(await line('missing')).toBeUndefined();
  await addDocument('SOAP', { vehicle }, 300);
  expect(await line('missing')).toMatchObject({
    count: 1,
    rows: [
      { owner: 'vehicle', plate: 'BBCD12', kinds: ['Permiso de circulación', 'Revisión técnica', 'RNSTP'] },
    ],
  });
  await addDocument('Licencia A2', { driver: diego() }, 300);
  const missing = await line('missing');
  expect(missing?.count).toBe(2);
  expect(missing?.rows[0]).toMatchObject({
    owner: 'driver',
    name: 'elena',
    kinds: ['Licencia A1', 'Licencia A2', 'Licencia A3'],
  });
  for (const kind of ['Permiso de circulación', 'Revisión técnica', 'RNSTP'])
    await addDocument(kind, { vehicle }, 300);
  await addDocument('Licencia A1', { driver: server.as('elena').driverId! }, 300);
  expect(await line('missing')).toBeUndefined();
});

const note = (
  operation: string,
  outcome: string,
  reason: string | null = null,
  lateAfter: Date | null = null,
) => query('select private.note_operation($1, $2, $3, $4)', [operation, outcome, reason, lateAfter]);

test('mails that fail are counted since the first failure, until one is sent', async () => {
  await note('mail', 'succeeded');
  expect(await line('mail')).toBeUndefined();
  await note('mail', 'failed', 'EAUTH');
  await note('mail', 'failed', 'EAUTH');
  const failing = await line('mail');
  expect(failing).toMatchObject({ count: 2, rows: [{ reason: 'EAUTH' }] });
  expect(Date.parse(String(failing!.rows[0]!['since']))).toBeGreaterThan(Date.now() - 60_000);
  await note('mail', 'succeeded');
  expect(await line('mail')).toBeUndefined();
});

test('a backup is a line when it fails or is late, and none where the server makes none', async () => {
  await note('backup', 'succeeded', null, new Date(Date.now() + 60_000));
  expect(await line('backup')).toBeUndefined();
  await note('backup', 'succeeded', null, ago(1));
  expect(await line('backup')).toMatchObject({ count: 1, rows: [{ reason: null }] });
  await note('backup', 'failed', 'ENOSPC');
  expect(await line('backup')).toMatchObject({ rows: [{ reason: 'ENOSPC' }] });
  await note('backup', 'off');
  expect(await line('backup')).toBeUndefined();
});

test('a draft that differs from the newest release says who saved it, until it is the same again', async () => {
  const saved = async (change: string) => {
    const [draft] = await query<{ version: number; content: object }>(
      `select version, ${change} as content from content_drafts`,
    );
    const { status } = await rpc('carla', 'save_content', {
      content: draft!.content,
      expected_version: draft!.version,
    });
    expect(status).toBe(200);
    return draft!.version + 1;
  };
  expect((await today()).draft).toBeNull();
  const version = await saved(`jsonb_set(content, '{company,name}', '"Taxi Andes"')`);
  const { draft } = await today();
  expect(draft).toMatchObject({ version, release: 1, by: expect.stringContaining('carla') });
  expect(Date.parse(draft!.since)).toBeGreaterThan(Date.now() - 60_000);
  await saved('(select r.content from content_releases r order by r.id desc limit 1)');
  expect((await today()).draft).toBeNull();
});

test('trips: a line for each need, the next ones first; a driver is missed within a day, seats are not a line', async () => {
  const carla = tripDesk(server, server.as('carla'));
  const vehicle = await addVehicle();
  await query('update vehicles set seats = 4');
  const [soon] = await query<{ day: string; clock: string }>(
    `select (wall::date)::text as day, to_char(wall, 'HH24:MI') as clock
     from (select (now() + interval '3 hours') at time zone private.company_zone() as wall) as zone`,
  );
  const trip = (fields: object, name = 'Anna') =>
    carla.add({ ...soon, state: 'confirmed', minutes: 30, ...fields }, { name });
  const asked = await trip({ state: 'requested' }, 'Eva');
  const free = await trip({ people: 5, vehicle_id: vehicle });
  await trip({ day: await companyDay(server, 3) });
  const { lines } = await today();
  expect(lines.map(({ id, count }) => [id, count]).toSorted()).toEqual([
    ['trip_driver', 1],
    ['trip_request', 1],
  ]);
  const row = { ...soon, driver: null };
  expect(await line('trip_driver')).toMatchObject({ rows: [{ ...row, id: free, name: 'Anna' }] });
  expect(await line('trip_request')).toMatchObject({ rows: [{ ...row, id: asked, name: 'Eva' }] });
  await carla.edit(free, { driver_id: diego() });
  expect(await line('trip_driver')).toBeUndefined();
  expect(await line('trip_told')).toMatchObject({ count: 1, rows: [{ id: free, driver: 'diego' }] });
  for (let index = 0; index < 6; index++) await trip({ state: 'requested' });
  expect(await line('trip_request')).toMatchObject({ count: 7, rows: { length: 5 } });
});

test('trips that need a hand are counted once each, whatever their lines; without any trip there is no count', async () => {
  const carla = tripDesk(server, server.as('carla'));
  expect((await today()).trips).toBeNull();
  const times = { day: await companyDay(server, 3), clock: '10:00', minutes: 30 };
  await carla.add({ ...times, state: 'confirmed' }, { name: 'Anna' });
  expect(await today()).toMatchObject({ trips: 0, lines: [] });
  await carla.add({ ...times, state: 'requested' }, { name: 'Eva' });
  const [late] = await query<{ day: string; clock: string }>(
    `select (wall::date)::text as day, to_char(wall, 'HH24:MI') as clock
     from (select (now() - interval '3 hours') at time zone private.company_zone() as wall) as zone`,
  );
  await carla.add({ ...times, ...late, state: 'confirmed' }, { name: 'Ida' });
  const { trips, lines } = await today();
  expect(lines.map(({ id }) => id).toSorted()).toEqual(['trip_driver', 'trip_late', 'trip_request']);
  expect(trips).toBe(2);
});
