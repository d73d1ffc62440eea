import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createActors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json, mark, type Registered } from '../../server/testing/drivers.ts';

/** Files of vehicles, drivers and documents: who imports them, all rows or none, and rows that others changed meanwhile. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await query('delete from documents');
  await query('delete from vehicles');
});

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

type Sender = Pick<Registered, 'request'>;
const carla = (): Sender => server.as('carla');

async function call(name: string, body: object, { request }: Sender = carla()) {
  const response = await request(`/rest/v1/rpc/${name}`, json('POST', body));
  const answer = (await response.json()) as { readonly code?: string; readonly details?: string | null };
  return {
    status: response.status,
    body: answer,
    refused: `${response.status} ${answer.code} ${answer.details}`,
  };
}

const aVehicle = {
  class: 'basico',
  brand_model: null,
  colour: null,
  seats: null,
  bags: null,
  registration_number: null,
};

/** A red vehicle, as a file would send it back. */
async function addVehicle() {
  const [added] = await query<{ id: string; license_plate: string; version: number }>(
    `insert into vehicles (license_plate, colour) values ($1, 'Rojo') returning id, license_plate, version`,
    [mark()],
  );
  return { ...aVehicle, ...added!, colour: 'Rojo' as string | null };
}

/** A driver, as a file would send them back. */
async function addDriver(state: 'invited' | 'waiting' | 'left' = 'invited') {
  const [added] = await query<{ id: string; version: number; driver_code: string }>(
    `insert into drivers (name, contact, driver_code, created_by, approved_at, left_at)
     values ('Ana Soto', '+56987654321', $1, null, case when $2 <> 'waiting' then now() end,
       case when $2 = 'left' then now() end) returning id, version, driver_code`,
    [mark(), state],
  );
  return { ...added!, name: 'Ana Soto', contact: '+56987654321', license_plate: '' };
}

const vehicles = () => query('select license_plate, colour, seats from vehicles order by colour nulls last');
const driverOf = async (id: string) => {
  const columns = 'name, contact, license_plate, version, state, approved_at is not null as approved';
  const [found] = await query<{ name: string }>(`select ${columns} from drivers where id = $1`, [id]);
  return found;
};

test('one import changes a vehicle and adds another, and an empty value is deleted', async () => {
  const known = await addVehicle();
  const { id, version } = known;
  const changed = { ...known, colour: null, seats: 4 };
  const added = { ...aVehicle, license_plate: mark(), colour: 'Azul' };
  expect(await call('import_vehicles', { vehicles: [changed, added] })).toMatchObject({
    status: 200,
    body: 2,
  });
  expect(await vehicles()).toEqual([
    { license_plate: added.license_plate, colour: 'Azul', seats: null },
    { license_plate: known.license_plate, colour: null, seats: 4 },
  ]);
  const [after] = await query<{ version: number }>('select version from vehicles where id = $1', [id]);
  expect(after!.version).toBe(version + 1);
});

test('a vehicle that others changed, deleted or added since is named by its place, and nothing is saved', async () => {
  const [first, second] = [await addVehicle(), await addVehicle()];
  await query(`update vehicles set colour = 'Negro' where id = $1`, [second.id]);
  const gone = { ...aVehicle, id: randomUUID(), version: 1, license_plate: mark() };
  const taken = { ...aVehicle, license_plate: second.license_plate.toLowerCase() };
  const rows = [{ ...first, colour: 'Azul' }, { ...second, colour: 'Azul' }, gone, taken];
  expect((await call('import_vehicles', { vehicles: rows })).refused).toBe('409 edit_conflict 2\n3\n4');
  const odd = { ...aVehicle, license_plate: mark(), seats: 99 };
  expect((await call('import_vehicles', { vehicles: [{ ...first, colour: 'Azul' }, odd] })).status).toBe(400);
  expect((await vehicles()).map((row) => Reflect.get(row, 'colour'))).toEqual(['Negro', 'Rojo']);
});

test('one import changes a driver and invites another', async () => {
  const known = await addDriver();
  const added = { name: 'Eva Rojas', contact: '9 1111 2222', driver_code: mark(), license_plate: '' };
  const changed = { ...known, name: 'Ana María Soto', license_plate: 'bbcd-12' };
  const invited = [
    { name: 'Eva Rojas', contact: '+56911112222', token: expect.stringMatching(/./) as string },
  ];
  expect(await call('import_drivers', { drivers: [changed, added] })).toMatchObject({
    status: 200,
    body: invited,
  });
  expect(await driverOf(known.id)).toMatchObject({
    name: 'Ana María Soto',
    license_plate: 'BBCD12',
    state: 'invited',
    approved: true,
  });
  // Without a new driver there is no invitation.
  const again = { ...changed, version: known.version + 1, name: 'Ana' };
  expect(await call('import_drivers', { drivers: [again] })).toMatchObject({ status: 200, body: [] });
});

test('a driver who waits, has left or was changed since, and a code that is taken, are named; nothing is saved', async () => {
  const [good, waiting] = [await addDriver(), await addDriver('waiting')];
  const [left, stale] = [await addDriver('left'), await addDriver()];
  await query(`update drivers set name = 'Otra' where id = $1`, [stale.id]);
  const taken = { name: 'Eva', contact: '911112222', license_plate: '', driver_code: waiting.driver_code };
  const drivers = [good, waiting, left, stale].map((driver) => ({ ...driver, name: 'Cambiada' }));
  const { refused } = await call('import_drivers', { drivers: [...drivers, taken] });
  expect(refused).toBe('409 edit_conflict 2\n3\n4\n5');
  expect(await driverOf(good.id)).toMatchObject({ name: 'Ana Soto' });
  expect(await driverOf(waiting.id)).toMatchObject({ name: 'Ana Soto', state: 'waiting' });
});

test('a new driver with the plate of no vehicle is named, and the others are not invited either', async () => {
  const { license_plate: plate } = await addVehicle();
  const given = (license_plate: string) => ({
    name: 'Nadie Rojas',
    contact: '911112222',
    driver_code: mark(),
    license_plate,
  });
  const { refused } = await call('import_drivers', { drivers: [given(plate), given('NADA99')] });
  expect(refused).toBe('409 vehicle_not_found 2');
  expect(await query(`select from drivers where name = 'Nadie Rojas'`)).toEqual([]);
});

test('the office imports drivers too, and a change by a file leaves their approval as it was', async () => {
  const everybody = await createActors(server);
  const olga: Sender = { request: (path, init) => everybody.request('olga', path, init) };
  const known = await addDriver();
  const approval = () => query('select approved_at, approved_by from drivers where id = $1', [known.id]);
  const before = await approval();
  expect((await call('import_drivers', { drivers: [{ ...known, name: 'Eva' }] }, olga)).status).toBe(200);
  expect(await driverOf(known.id)).toMatchObject({ name: 'Eva' });
  expect(await approval()).toEqual(before);
});

test('only staff import files', async () => {
  const known = await addDriver();
  for (const [name, body] of [
    ['import_vehicles', { vehicles: [{ ...aVehicle, license_plate: mark() }] }],
    ['import_drivers', { drivers: [{ ...known, name: 'Mallory' }] }],
    ['import_documents', { documents: [] }],
  ] as const)
    expect((await call(name, body, server.as('diego'))).refused).toBe('403 not_admin null');
  expect(await vehicles()).toEqual([]);
  const many = Array.from({ length: 501 }, () => ({}));
  expect((await call('import_drivers', { drivers: many })).status).toBe(400);
});

test('a file finds its vehicles and drivers, and a driver finds only their own', async () => {
  const { id, license_plate: plate } = await addVehicle();
  const { driverId } = server.as('diego');
  await query(`update drivers set driver_code = '0-07' where id = $1`, [driverId]);
  const found = async (names: readonly string[], who: Sender = carla()) => {
    const { body } = await call('file_subjects', { names }, who);
    const subjects = body as unknown as Record<'vehicle' | 'driver', { id: string } | null>[];
    return subjects.map(({ vehicle, driver }) => (vehicle ?? driver)?.id).sort();
  };
  expect(await found([plate, '0-07'])).toEqual([id, driverId].sort());
  expect(await found(['-07'])).toEqual([driverId]);
  expect(await found(['007'])).toEqual([driverId]);
  // Every driver may take a vehicle that nobody is assigned to.
  expect(await found([plate, '0-07'], server.as('elena'))).toEqual([id]);
});

test('an empty text deletes the number and the day of issue of a document, null leaves them; one that waits stays', async () => {
  const { id: vehicle } = await addVehicle();
  const [kind] = await query<{ id: string }>(`select id from document_kinds where name = 'SOAP'`);
  const [document] = await query<{ id: string; version: number }>(
    `insert into documents (kind_id, vehicle_id, number, issued_on, expires_on)
     values ($1, $2, 'A-1', '2026-01-31', '2027-01-31') returning id, version`,
    [kind!.id, vehicle],
  );
  const row = { ...document!, expires_on: '2028-01-31' };
  const send = (fields: object) => call('import_documents', { documents: [{ ...row, ...fields }] });
  const read = () =>
    query(`select number, issued_on::text as issued, expires_on::text as expires from documents`);
  expect((await send({ number: null })).status).toBe(200);
  expect(await read()).toEqual([{ number: 'A-1', issued: '2026-01-31', expires: '2028-01-31' }]);
  expect((await send({ number: '', issued_on: '' })).refused).toBe('409 edit_conflict 1');
  expect((await send({ number: '', issued_on: '', version: row.version + 1 })).status).toBe(200);
  expect(await read()).toEqual([{ number: null, issued: null, expires: '2028-01-31' }]);
  const added = { kind_id: kind!.id, vehicle_id: vehicle, expires_on: '2029-01-31' };
  expect((await call('import_documents', { documents: [added] })).refused).toBe('409 edit_conflict 1');
  await query('alter table documents disable trigger guard_document');
  await query('update documents set verified_at = null');
  await query('alter table documents enable trigger guard_document');
  expect((await send({ version: row.version + 2 })).refused).toBe('409 edit_conflict 1');
});
