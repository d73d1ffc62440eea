import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createInbox, joined, listen } from '../../backend/testing/realtime.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  addDriver,
  driverRow,
  json,
  mark,
  register,
  registerDriver,
  setApproval,
  type Registered,
} from '../../server/testing/drivers.ts';

/** The company's vehicles, plates and documents against everybody whom no administrator has made active. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

/** Eight vehicles that nobody is assigned to; Diego and Elena drive the first two, and each vehicle has a document. */
let fleet: readonly { readonly id: string; readonly license_plate: string }[] = [];
const fileOf = (vehicle: string) => `vehicles/${vehicle}/soap.pdf`;

beforeEach(async () => {
  await query('delete from shifts');
  await query('delete from vehicles');
  fleet = await query(
    `insert into vehicles (license_plate) select 'FLEET' || n from generate_series(1, 8) as n
     returning id, license_plate`,
  );
  for (const { id } of fleet) {
    const pdf = new Blob(['%PDF-1.4\n%%EOF\n'], { type: 'application/pdf' });
    const upload = `/storage/v1/object/documentos/${fileOf(id)}`;
    expect((await server.service(upload, { method: 'POST', body: pdf })).status).toBe(200);
  }
  await query(
    `insert into documents (kind_id, vehicle_id, number, expires_on, file)
     select k.id, v.id, 'SECRETO-1', '2090-01-01', 'vehicles/' || v.id || '/soap.pdf'
     from document_kinds k, vehicles v where k.name = 'SOAP'`,
  );
  for (const [index, name] of (['diego', 'elena'] as const).entries())
    expect(await start(server.as(name), fleet[index]!.id)).toBe('200');
});

type Sender = Pick<Registered, 'request'>;

async function rpc({ request }: Sender, name: string, body: object) {
  const response = await request(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? null : JSON.parse(text)) as { readonly code?: string } | null,
  };
}

/** The status of a start, and the code of its error. */
async function start(who: Sender, vehicle: string, takeOver = true): Promise<string> {
  const { status, body } = await rpc(who, 'start_shift', { vehicle, take_over: takeOver });
  return [status, body?.code].filter(Boolean).join(' ');
}

async function read({ request }: Sender, path: string): Promise<readonly unknown[]> {
  const response = await request(`/rest/v1/${path}`);
  expect(response.status).toBe(200);
  return (await response.json()) as readonly unknown[];
}

const openShifts = () =>
  query<{ plate: string; driver: string }>(
    `select v.license_plate as plate, d.name as driver from shifts s join vehicles v on v.id = s.vehicle_id
       join drivers d on d.id = s.driver_id where s.ended_at is null order by v.license_plate`,
  );
const honest = [
  { plate: 'FLEET1', driver: 'diego' },
  { plate: 'FLEET2', driver: 'elena' },
];

async function verified(code: string): Promise<unknown> {
  const { body } = await rpc(server, 'verify_driver', { code });
  return body;
}

const sign = ({ request }: Sender, file: string) =>
  request(`/storage/v1/object/sign/documentos/${file}`, json('POST', { expiresIn: 60 }));

/** The company's records, which a driver may not read. */
async function expectNothing(who: Sender): Promise<void> {
  expect(await read(who, 'vehicles?select=*')).toEqual([]);
  expect(await read(who, 'vehicle_drivers?select=*,vehicles(*)')).toEqual([]);
  expect(await read(who, 'document_list?vehicle_id=not.is.null')).toEqual([]);
  expect(await read(who, 'documents?vehicle_id=not.is.null')).toEqual([]);
  expect((await sign(who, fileOf(fleet[0]!.id))).ok).toBe(false);
  const several = { paths: fleet.map(({ id }) => fileOf(id)), expiresIn: 60 };
  const signed = await who.request('/storage/v1/object/sign/documentos', json('POST', several));
  expect(await signed.text()).not.toContain('token=');
  for (const prefix of ['vehicles', `vehicles/${fleet[0]!.id}`]) {
    const listed = await who.request('/storage/v1/object/list/documentos', json('POST', { prefix }));
    expect(await listed.json()).toEqual([]);
  }
  const file = `/storage/v1/object/authenticated/documentos/${fileOf(fleet[0]!.id)}`;
  expect((await who.request(file)).ok).toBe(false);
}

test('N1: a stranger who registers stops no shift, shows no plate of the company, reads no document', async () => {
  const stranger = await registerDriver(server);
  expect(await driverRow(server, stranger.driver.id)).toMatchObject({ approved: true, state: 'waiting' });
  await expectNothing(stranger);
  const answers = await Promise.all(fleet.map(({ id }) => start(stranger, id)));
  expect(new Set(answers)).toEqual(new Set(['403 driver_not_active']));
  expect(await openShifts()).toEqual(honest);
  await expectNothing(stranger);
  expect(await verified(stranger.driver.verification_code)).toEqual([
    {
      first_name: 'Mallory',
      license_plate: stranger.driver.license_plate,
      photo_url: null,
      authorised_on: null,
      brand_model: null,
      colour: null,
    },
  ]);
});

test.each([
  ['in capitals', (id: string) => id.toUpperCase()],
  ['without hyphens', (id: string) => id.replaceAll('-', '')],
  ['in braces', (id: string) => `{${id}}`],
])('N1: nor with an id %s, by a form or in a query', async (_, write) => {
  const stranger = await registerDriver(server);
  const id = write(fleet[0]!.id);
  expect(await start(stranger, id)).toBe('403 driver_not_active');
  const form = await stranger.request('/rest/v1/rpc/start_shift', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ vehicle: id, take_over: 'true' }).toString(),
  });
  expect([403, 415]).toContain(form.status);
  const address = `/rest/v1/rpc/start_shift?${new URLSearchParams({ vehicle: id, take_over: 'true' }).toString()}`;
  expect((await stranger.request(address)).ok).toBe(false);
  expect((await stranger.request('/rest/v1/shifts', json('POST', { vehicle_id: id }))).status).toBe(403);
  expect(await openShifts()).toEqual(honest);
});

test('N1: nor a driver whom an administrator assigned a vehicle without making them active', async () => {
  const stranger = await registerDriver(server);
  const assignment = { vehicle_id: fleet[0]!.id, driver_id: stranger.driver.id };
  const assigned = await server.as('carla').request('/rest/v1/vehicle_drivers', json('POST', assignment));
  expect(assigned.status).toBe(201);
  await expectNothing(stranger);
  expect(await start(stranger, fleet[0]!.id)).toBe('403 driver_not_active');
  await setApproval(server, stranger.driver.id, true);
  expect(await read(stranger, 'document_list?select=number')).toEqual([{ number: 'SECRETO-1' }]);
  expect((await sign(stranger, fileOf(fleet[0]!.id))).status).toBe(200);
});

test('N1: nor a driver whose approval is withdrawn in the middle of a shift', async () => {
  const driver = await registerDriver(server);
  await setApproval(server, driver.driver.id, true);
  expect(await start(driver, fleet[7]!.id)).toBe('200');
  expect(await verified(driver.driver.verification_code)).toMatchObject([{ license_plate: 'FLEET8' }]);
  await setApproval(server, driver.driver.id, false);
  expect(await openShifts()).toEqual(honest);
  await expectNothing(driver);
  expect(await start(driver, fleet[7]!.id)).toBe('403 driver_not_active');
  expect(await verified(driver.driver.verification_code)).toEqual([]);
});

test('N1: nor a driver who shows another face than the one that was approved', async () => {
  const driver = await registerDriver(server);
  await setApproval(server, driver.driver.id, true);
  expect(await start(driver, fleet[7]!.id)).toBe('200');
  const name = `profile-photos/${driver.userId}-1.jpg`;
  await query(`insert into storage.objects (bucket_id, name, owner_id) values ('imagenes', $1, $2)`, [
    name,
    driver.userId,
  ]);
  const photo = { photo_url: `/storage/v1/object/public/imagenes/${name}` };
  expect((await rpc(driver, 'change_own_photo', photo)).status).toBe(204);
  expect(await driverRow(server, driver.driver.id)).toMatchObject({ state: 'waiting' });
  expect(await openShifts()).toEqual(honest);
  expect(await verified(driver.driver.verification_code)).toMatchObject([
    { license_plate: driver.driver.license_plate, authorised_on: null },
  ]);
  await expectNothing(driver);
});

test('N1: nor an account that links itself to its old record, once approved, after the company took the link away', async () => {
  const driver = await registerDriver(server);
  const carla = server.as('carla');
  await setApproval(server, driver.driver.id, true);
  await carla.request(`/rest/v1/user_drivers?user_id=eq.${driver.userId}`, { method: 'DELETE' });
  expect(await driverRow(server, driver.driver.id)).toMatchObject({ state: 'invited' });
  const link = { user_id: driver.userId, driver_id: driver.driver.id };
  expect((await driver.request('/rest/v1/user_drivers', json('POST', link))).status).toBe(201);
  expect(await driverRow(server, driver.driver.id)).toMatchObject({ state: 'waiting', approved: true });
  await expectNothing(driver);
  await setApproval(server, driver.driver.id, true);
  await carla.request(`/rest/v1/user_drivers?user_id=eq.${driver.userId}`, { method: 'DELETE' });
  expect((await carla.request('/rest/v1/user_drivers', json('POST', link))).status).toBe(201);
  expect(await driverRow(server, driver.driver.id)).toMatchObject({ state: 'active' });
});

test.each([
  ['as it is', (plate: string) => plate],
  ['in small letters and pairs', (plate: string) => plate.toLowerCase().replace(/(..)(..)/, '$1·$2-')],
  ['with spaces', (plate: string) => ` ${plate.split('').join(' ')} `],
])('N1: nor a stranger who types the plate of a vehicle %s', async (_, write) => {
  const { driver, ...stranger } = await registerDriver(server, { license_plate: write('FLEET1') });
  expect(driver.license_plate).toBe('FLEET1');
  const [{ token }] = (await rpc(stranger, 'create_rating_link', {})).body as unknown as [{ token: string }];
  const shown = async () => [
    await verified(driver.verification_code),
    (await rpc(server, 'rating_link', { token })).body,
  ];
  expect(await shown()).toMatchObject([
    [{ first_name: 'Mallory', license_plate: null, authorised_on: null }],
    [{ first_name: 'Mallory', license_plate: null }],
  ]);
  await setApproval(server, driver.id, true);
  expect(await shown()).toMatchObject([[{ license_plate: 'FLEET1' }], [{ license_plate: 'FLEET1' }]]);
});

test('N1: an active driver takes an unassigned vehicle, which opens none of its documents', async () => {
  const diego = server.as('diego');
  expect(await read(diego, 'vehicles?select=id')).toHaveLength(8);
  expect(await read(diego, 'document_list?vehicle_id=not.is.null')).toEqual([]);
  expect((await sign(diego, fileOf(fleet[0]!.id))).ok).toBe(false);
  const assignment = [{ vehicle_id: fleet[0]!.id, driver_id: diego.driverId }];
  await server.as('carla').request('/rest/v1/vehicle_drivers', json('POST', assignment));
  expect(await read(diego, 'document_list?select=number&vehicle_id=not.is.null')).toEqual([
    { number: 'SECRETO-1' },
  ]);
  expect((await sign(diego, fileOf(fleet[0]!.id))).status).toBe(200);
});

test('N1: a take-over needs a vehicle that the driver may take, and is in the audit log', async () => {
  const [diego, elena, carla] = [server.as('diego'), server.as('elena'), server.as('carla')];
  const vehicle = fleet[0]!.id;
  await carla.request(
    '/rest/v1/vehicle_drivers',
    json('POST', { vehicle_id: vehicle, driver_id: diego.driverId }),
  );
  expect(await start(elena, vehicle)).toBe('404 vehicle_not_found');
  expect(await openShifts()).toEqual(honest);
  expect(await start(diego, fleet[1]!.id)).toBe('200');
  const { body } = await rpc(carla, 'audit_log', { action: 'vehicle_taken_over' });
  const { entries } = body as unknown as { entries: { payload: object; subject: object }[] };
  expect(entries[0]).toMatchObject({
    payload: {
      actor_username: diego.email,
      traits: { target: `vehicle:${fleet[1]!.id}`, driver_id: elena.driverId },
    },
    subject: { driver: { name: 'elena' }, vehicle: { name: 'FLEET2' } },
  });
});

test('N1: a driver takes over six vehicles an hour, on whatever device; the next one is told when', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  for (let round = 0; round < 6; round += 1) {
    expect(await start(diego, fleet[1]!.id)).toBe('200');
    expect(await start(diego, fleet[0]!.id)).toBe('200');
    expect(await start(elena, fleet[1]!.id)).toBe('200');
  }
  const device = '7d3e2f64-3f0c-4e0b-9f53-0d3e4bd0a5aa';
  const over = await rpc(diego, 'start_shift', { vehicle: fleet[1]!.id, take_over: true, device });
  expect([over.status, over.body?.code]).toEqual([429, 'over_take_over_rate_limit']);
  const seconds = Number(over.headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(3500);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(await openShifts()).toEqual(honest);
  expect(await start(diego, fleet[2]!.id, false)).toBe('200');
  await query(
    `update shifts set started_at = started_at - interval '1 hour', ended_at = ended_at - interval '1 hour'
    where driver_id = $1 and ended_at is not null`,
    [diego.driverId],
  );
  expect(await start(diego, fleet[1]!.id)).toBe('200');
});

test('N1: the websockets tell a stranger nothing of the fleet', async () => {
  await using realtime = await listen(server.app, server.context);
  const stranger = await registerDriver(server);
  const heard = createInbox<string>();
  const watch = async (token: string, name: string, tables: readonly string[]) => {
    const channel = realtime
      .client(token)
      .channel(`${name} ${tables.join()}`, { config: { postgres_changes_options: { wait: true } } });
    for (const table of tables)
      channel.on('postgres_changes', { event: '*', schema: 'public', table }, (payload) =>
        heard.add(`${name} ${payload.table}`),
      );
    return (await joined(channel)).status;
  };
  for (const unpublished of ['vehicles', 'vehicle_drivers', 'documents'])
    expect(await watch(stranger.token, 'stranger', [unpublished])).toBe('CHANNEL_ERROR');
  expect(await watch(stranger.token, 'stranger', ['shifts', 'drivers'])).toBe('SUBSCRIBED');
  expect(await watch(server.as('carla').token, 'carla', ['shifts', 'drivers'])).toBe('SUBSCRIBED');
  await start(server.as('diego'), fleet[3]!.id);
  await query('update vehicles set colour = $1', ['Blanco']);
  await query(`update documents set number = 'SECRETO-2'`);
  await setApproval(server, server.as('elena').driverId!, true);
  while ((await heard.next()) !== 'carla drivers');
  expect(heard.items.filter((each) => each.startsWith('stranger'))).toEqual([]);
});

test('N12: forty take-overs at once end in one open shift and no error but the limit', async () => {
  const drivers = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const each = await registerDriver(server);
      await setApproval(server, each.driver.id, true);
      return each;
    }),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, turn) => start(drivers[turn % 8]!, fleet[turn % 2]!.id)),
  );
  expect([...new Set(answers)].filter((each) => each !== '200' && !each.startsWith('429'))).toEqual([]);
  const rows = await query<{ open: number; backwards: number }>(
    `select count(*) filter (where ended_at is null)::integer as open,
       count(*) filter (where ended_at < started_at)::integer as backwards
     from shifts where vehicle_id = any ($1)`,
    [fleet.slice(0, 2).map(({ id }) => id)],
  );
  expect(rows).toEqual([{ open: 2, backwards: 0 }]);
});

test('N12: a start, an end and a withdrawn approval at once leave no shift of a driver who waits', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { driver, ...who } = await registerDriver(server);
    await setApproval(server, driver.id, true);
    const { body: shift } = await rpc(who, 'start_shift', { vehicle: fleet[7]!.id, take_over: true });
    const [again, , ended, withdrawn] = await Promise.all([
      start(who, fleet[6]!.id),
      start(who, fleet[5]!.id),
      rpc(who, 'end_shift', { shift }),
      setApproval(server, driver.id, false),
    ]);
    expect(['200', '403 driver_not_active']).toContain(again);
    expect([ended.status, withdrawn.status]).toEqual([204, 200]);
    expect(await openShifts()).toEqual(honest);
  }
});

test('N12: a heartbeat that a check refuses shows nothing of the device’s row', async () => {
  const heartbeat = {
    device_id: '0b0f6d0e-6cf8-4f3a-a6d7-0a3a5b1a9d11',
    key: 'a'.repeat(40),
    wake_lock: 'sudo',
  };
  const refused = await rpc(server.as('diego'), 'send_heartbeat', { heartbeat });
  expect([refused.status, refused.body]).toMatchObject([400, { code: '23514', details: null }]);
  expect(JSON.stringify(refused.body)).not.toContain('Failing row');
});

describe('with DRIVER_APPROVAL=manual', () => {
  let manual: ProductApp;
  beforeAll(async () => {
    manual = await startProductApp({ environment: { DRIVER_APPROVAL: 'manual' } });
    await manual.context.db.query(`insert into vehicles (license_plate) values ('FLEET1'), ('FLEET2')`);
  });
  afterAll(() => manual[Symbol.asyncDispose]());
  const vehicles = async (who: Sender, path = 'vehicles?select=license_plate') =>
    ((await (await who.request(`/rest/v1/${path}`)).json()) as object[]).length;

  test('N11: a driver whom nobody approved lists no vehicle, whatever the request', async () => {
    const stranger = await registerDriver(manual);
    expect(await vehicles(stranger)).toBe(0);
    expect(
      await vehicles(stranger, 'vehicles?select=id,vehicle_drivers(driver_id)&license_plate=like.*'),
    ).toBe(0);
    expect(await vehicles(stranger, 'vehicle_drivers?select=*')).toBe(0);
    const counted = await stranger.request('/rest/v1/vehicles?select=id', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect(counted.headers.get('content-range')).toBe('*/0');
    const [{ id }] = (await manual.context.db.query<{ id: string }>('select id from vehicles')) as [
      { id: string },
    ];
    expect(await start(stranger, id)).toBe('403 driver_not_active');
  });

  test('N11: nor an account without a record, nor one with a record and no link', async () => {
    const account = await register(manual);
    expect(await vehicles(account)).toBe(0);
    const record = { name: 'Nadie', license_plate: mark(), driver_code: mark(), created_by: account.userId };
    expect((await account.request('/rest/v1/drivers', json('POST', record))).status).toBe(201);
    expect(await vehicles(account)).toBe(0);
  });

  test('N11: once approved, the driver lists the vehicles that may be taken', async () => {
    const account = await register(manual);
    const { id } = await addDriver(account);
    await setApproval(manual, id, true);
    expect(await vehicles(account)).toBe(2);
  });
});
