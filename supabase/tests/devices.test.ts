import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

interface ListedDevice {
  readonly device_id: string;
  readonly key: string;
}
interface Heartbeat {
  readonly name: string;
  readonly wanted_action: string | null;
  readonly wanted_id: string | null;
}
type Listed = Readonly<Record<string, unknown>> & { readonly id: string; readonly total: number };

const newDevice = (): ListedDevice => ({ device_id: randomUUID(), key: `key-${randomUUID()}` });

async function call<Result>(who: 'carla' | 'diego' | 'elena', name: string, body: object) {
  const response = await server.as(who).request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Result };
}

const heartbeat = (device: ListedDevice, fields: object = {}, who: 'diego' | 'elena' = 'diego') =>
  call<Heartbeat>(who, 'send_heartbeat', {
    heartbeat: { ...device, now: Date.now(), painted_ago: 0, ...fields },
  });
const list = async (filters: object = {}) =>
  (await call<readonly Listed[]>('carla', 'list_devices', filters)).body;
const rowOf = async ({ device_id: id }: ListedDevice, filters: object = {}) =>
  (await list({ per_page: 200, ...filters })).find((row) => row.id === id);
const ask = (device: ListedDevice, action: string | null) =>
  call('carla', 'ask_device', { device: device.device_id, action });
const query = <Row>(sql: string, values: readonly unknown[]) =>
  server.context.db.query<Row & Record<string, unknown>>(sql, values);

test('a heartbeat is the device’s row, as the administrator sees it', async () => {
  const device = newDevice();
  const fields = {
    app_version: 'a1b2',
    content_release: 3,
    battery: 81,
    charging: true,
    network: '4g',
    storage_used: 5_000_000_000,
    storage_persisted: false,
    wake_lock: 'held',
    unsent_ratings: 0,
    screen: 'home',
    last_error: 'TypeError: x',
  };
  expect(await heartbeat(device, fields)).toEqual({
    status: 200,
    body: { name: '', wanted_action: null, wanted_id: null },
  });
  const row = await rowOf(device, { version: 'a1b2' });
  expect(row).toMatchObject({ ...fields, driver_name: 'diego', license_plate: 'DDDD11', states: [] });
  expect(Math.abs(Number(row?.['clock_offset_ms']))).toBeLessThan(5_000);
  expect(JSON.stringify(row)).not.toContain('key_hash');
});

test('a report stays when a heartbeat without one follows; an error that has gone does not', async () => {
  const device = newDevice();
  await heartbeat(device, { report: 'Sin red desde las 9', last_error: 'gone' });
  await heartbeat(device);
  expect(await rowOf(device)).toMatchObject({ report: 'Sin red desde las 9', last_error: null });
});

const key = 'key-that-nobody-knows-anything-about';
test.each([
  ['no object', [], 'JSON object'],
  ['no id', { key }, 'UUID'],
  ['an id that is none', { device_id: 'tablet', key }, 'UUID'],
  ['a short key', { key: 'short' }, 'key'],
  ['a text for a number', { battery: '81' }, '“battery”'],
  ['a number out of its range', { battery: 101 }, '“battery”'],
  ['a fraction', { content_release: 1.5 }, '“content_release”'],
  ['a number beyond every range', { storage_used: 1e300 }, '“storage_used”'],
  ['a number for a boolean', { charging: 1 }, '“charging”'],
  ['a text that is too long', { last_error: 'x'.repeat(501) }, '“last_error”'],
  ['an object for a text', { screen: {} }, '“screen”'],
])('a heartbeat with %s is refused with the field, and nothing is written', async (_, fields, named) => {
  const device = newDevice();
  const wrong = Array.isArray(fields) || ('key' in fields && !('device_id' in fields) && fields.key === key);
  const body = wrong ? fields : { ...device, ...fields };
  const refused = await call<{ code: string; message: string }>('diego', 'send_heartbeat', {
    heartbeat: body,
  });
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  expect(refused.body.message).toContain(named);
  expect(await query('select from devices where id = $1', [device.device_id])).toEqual([]);
});

test('a device is its own: neither another driver nor another session of its driver writes its row', async () => {
  const device = newDevice();
  await heartbeat(device, { battery: 50 });
  for (const who of ['diego', 'elena'] as const) {
    const forged = await heartbeat({ ...device, key: `forged-${randomUUID()}` }, { battery: 1 }, who);
    expect(forged).toMatchObject({ status: 403, body: { code: 'device_key_invalid' } });
  }
  expect(await rowOf(device)).toMatchObject({ battery: 50, driver_name: 'diego' });
  // The next driver of the same vehicle signs in on it.
  await heartbeat(device, {}, 'elena');
  expect(await rowOf(device)).toMatchObject({ driver_name: 'elena' });
});

test('a command reaches the device until it says that it was fulfilled, once', async () => {
  const device = newDevice();
  await heartbeat(device);
  expect((await ask(device, 'reload')).status).toBe(204);
  const { body: asked } = await heartbeat(device);
  expect(asked).toMatchObject({ wanted_action: 'reload' });
  expect((await heartbeat(device, { done: randomUUID() })).body).toEqual(asked);
  expect((await heartbeat(device, { done: asked.wanted_id })).body).toMatchObject({ wanted_action: null });
  const row = await rowOf(device);
  expect(row).toMatchObject({ wanted_action: null, done_action: 'reload' });
  // The device goes on saying what it did last.
  await heartbeat(device, { done: asked.wanted_id });
  expect(await rowOf(device)).toMatchObject({ done_at: row?.['done_at'] });
  await ask(device, 'lock');
  await ask(device, null);
  expect((await heartbeat(device, { done: asked.wanted_id })).body).toMatchObject({ wanted_action: null });
});

test('a command and its fulfilment are signalled, to the device’s driver only; heartbeats are not', async () => {
  const device = newDevice();
  const path = `/rest/v1/device_signals?select=changed_at&device_id=eq.${device.device_id}`;
  const signals = async (who: 'diego' | 'elena' | 'carla') =>
    (await (await server.as(who).request(path)).json()) as { changed_at: string }[];
  await heartbeat(device);
  await heartbeat(device);
  expect(await signals('diego')).toEqual([]);
  await ask(device, 'show_name');
  const [signal] = await signals('diego');
  expect(signal).toBeDefined();
  expect(await signals('elena')).toEqual([]);
  const { body } = await heartbeat(device);
  expect(await signals('diego')).toEqual([signal]);
  await heartbeat(device, { done: body.wanted_id });
  expect(await signals('carla')).not.toEqual([signal]);
});

test('states, their numbers, the search and the filter', async () => {
  const devices = {
    fine: newDevice(),
    gone: newDevice(),
    dark: newDevice(),
    old: newDevice(),
    late: newDevice(),
  };
  for (const device of Object.values(devices)) await heartbeat(device, { app_version: 'now' });
  await heartbeat(devices.dark, { app_version: 'now', painted_ago: 600_000 });
  await heartbeat(devices.old, { app_version: 'before', unsent_ratings: 2 });
  await heartbeat(devices.late, { app_version: 'now', now: Date.now() - 3_600_000 });
  const age = `update devices set last_seen = now() - interval '1 hour', name = 'Ñandú Rojo' where id = $1`;
  await query(age, [devices.gone.device_id]);
  const statesOf = async (device: ListedDevice) => (await rowOf(device, { version: 'now' }))?.['states'];
  expect(await statesOf(devices.fine)).toEqual([]);
  expect(await statesOf(devices.gone)).toEqual(['offline']);
  expect(await statesOf(devices.dark)).toEqual(['dark']);
  expect(await statesOf(devices.old)).toEqual(['old', 'ratings']);
  expect(await statesOf(devices.late)).toEqual(['clock']);
  const dark = await list({ version: 'now', state: 'dark' });
  expect(dark.map(({ id }) => id)).toEqual([devices.dark.device_id]);
  const counts = { search: '', version: 'now' };
  const { body } = await call<Readonly<Record<string, number>>[]>('carla', 'device_counts', counts);
  expect(body).toMatchObject([{ offline: 1, dark: 1, clock: 1, ratings: 1 }]);
  const found = await list({ search: 'nandu  ROJO diego' });
  expect(found).toMatchObject([{ id: devices.gone.device_id, total: 1 }]);
  expect(await list({ search: 'nandu elena' })).toEqual([]);
  const healthy = await list({ version: 'now', state: 'fine', per_page: 200 });
  expect(healthy.every(({ states }) => JSON.stringify(states) === '[]')).toBe(true);
  expect(healthy[0]!.total).toBe(body[0]!['fine']);
});

test('a device is found by its plate, however the plate is typed', async () => {
  const device = newDevice();
  await heartbeat(device);
  const plate = String((await rowOf(device))?.['license_plate']);
  const pairs = plate.match(/../g) ?? [];
  expect(pairs).toHaveLength(3);
  for (const separator of ['·', '-', '.', ' ', '']) {
    const typed = pairs.join(separator).toLowerCase();
    const found = await list({ search: typed, per_page: 200 });
    expect([typed, found.map(({ id }) => id)]).toEqual([typed, expect.arrayContaining([device.device_id])]);
  }
});

test('devices stand by their names, with the numbers in these as people count', async () => {
  const names = ['tablet 1', 'Tablet 2', 'Tablet 10', 'Tablet 10 B'];
  for (const name of names.toReversed()) {
    const device = newDevice();
    await heartbeat(device, { app_version: 'now' });
    await query('update devices set name = $2 where id = $1', [device.device_id, name]);
  }
  const found = await list({ search: 'tablet', version: 'now' });
  expect(found.map(({ name }) => name)).toEqual(names);
});

test('the vehicle of the open shift goes with the heartbeat', async () => {
  const device = newDevice();
  const driver = server.as('elena').driverId;
  const [vehicle] = await query<{ id: string }>(
    `insert into vehicles (license_plate) values ('CARR77') returning id`,
    [],
  );
  await query('insert into shifts (driver_id, vehicle_id) values ($1, $2)', [driver, vehicle?.id]);
  await heartbeat(device, {}, 'elena');
  expect(await rowOf(device)).toMatchObject({ license_plate: 'CARR77' });
  await query('update shifts set ended_at = now()', []);
});

test('a driver has at most twenty devices: the one unseen the longest goes', async () => {
  await query('delete from devices', []);
  const devices = Array.from({ length: 21 }, newDevice);
  for (const device of devices) await heartbeat(device, {}, 'elena');
  expect((await list())[0]!.total).toBe(20);
  expect(await rowOf(devices[0]!)).toBeUndefined();
  expect(await rowOf(devices[20]!)).toBeDefined();
});

test('the audit log tells who renamed, asked, forgot, and not the heartbeats; the person’s data name the device', async () => {
  const device = newDevice();
  await heartbeat(device);
  const path = `/rest/v1/devices?id=eq.${device.device_id}`;
  const headers = { 'content-type': 'application/json' };
  await server.as('carla').request(path, { method: 'PATCH', headers, body: '{"name":"Auto 7"}' });
  await ask(device, 'lock');
  await heartbeat(device);
  const data = await call<{ tablets: { name: string }[] }>('diego', 'personal_data', {});
  expect(data.body.tablets.map(({ name }) => name)).toContain('Auto 7');
  await server.as('carla').request(path, { method: 'DELETE' });
  const acts = await query<{ act: string }>(
    `select payload ->> 'action' as act from private.audit_log where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [`device:${device.device_id}`],
  );
  expect(acts.map(({ act }) => act)).toEqual(['device_changed', 'device_lock', 'device_deleted']);
});

test('heartbeats change no index: their updates are heap-only', async () => {
  const device = newDevice();
  await heartbeat(device);
  const counted = await server.context.db.transaction(async (transaction) => {
    const count = async () => {
      const [row] = await transaction.query<{ updates: string; hot: string }>(
        `select n_tup_upd as updates, n_tup_hot_upd as hot from pg_stat_xact_user_tables where relname = 'devices'`,
      );
      return [Number(row?.updates), Number(row?.hot)] as const;
    };
    const claims = JSON.stringify({ sub: server.as('diego').userId });
    await transaction.query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    const [updates, hot] = await count();
    await transaction.query(
      'select public.send_heartbeat($1::jsonb || jsonb_build_object($2::text, n)) from generate_series(1, 8) n',
      [JSON.stringify(device), 'battery'],
    );
    const [updatesAfter, hotAfter] = await count();
    return [updatesAfter - updates, hotAfter - hot];
  });
  expect(counted).toEqual([8, 8]);
});

test.each([
  ['POST', 'rpc/device_beat', 'PGRST202', 'Could not find the function public.device_beat'],
  ['GET', 'rpc/paper_counts', 'PGRST202', 'Could not find the function public.paper_counts'],
  ['GET', 'papers?select=*', 'PGRST205', "Could not find the table 'public.papers'"],
])('a tablet with the version of before is told what is gone: %s %s', async (method, path, code, message) => {
  const init = { method, headers: { 'content-type': 'application/json' } };
  const response = await server
    .as('diego')
    .request(`/rest/v1/${path}`, method === 'POST' ? { ...init, body: '{"beat":{}}' } : init);
  const body = (await response.json()) as { code: string; message: string };
  expect([response.status, body.code]).toEqual([404, code]);
  expect(body.message).toContain(message);
});
