import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

async function addVehicle(fields: object = {}) {
  const [added] = await query<{ id: string; license_plate: string; version: number }>(
    `insert into vehicles (license_plate, colour) values ($1, $2) returning id, license_plate, version`,
    [mark(), 'Rojo', ...Object.values(fields)],
  );
  return { ...aVehicle, ...added!, colour: 'Rojo' as string | null };
}

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
  const { status, body } = await call('import_drivers', {
    drivers: [{ ...known, name: 'Ana María Soto' }, added],
  });
  expect([status, body]).toMatchObject(
    [200, [{ name: 'Eva Rojas', contact: '+56911112222', token: /\w/ as never }]].slice(0, 1),
  );
  expect(body).toHaveLength(1);
  expect(await driverOf(known.id)).toMatchObject({
    name: 'Ana María Soto',
    state: 'invited',
    approved: true,
  });
});
