import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { json } from '../../server/testing/drivers.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.context.db.query('delete from vehicles');
});

const save = (body: object): Promise<Response> =>
  server.as('carla').request('/rest/v1/rpc/save_vehicle', json('POST', body));
const driverOf = (name: 'diego' | 'elena') => server.as(name).driverId;

/** Every vehicle with the names of its drivers. */
const rows = () =>
  server.context.db.query<{ id: string; license_plate: string; seats: number | null; names: string }>(
    `select v.id, v.license_plate, v.seats, coalesce(string_agg(d.name, ' ' order by d.name), '') as names
     from vehicles v left join vehicle_drivers l on l.vehicle_id = v.id left join drivers d on d.id = l.driver_id
     group by v.id`,
  );

const fields = { license_plate: 'BBCD12', class: 'basico', seats: 4 };
/** Adds a vehicle and returns its id. */
const add = async (drivers: object = {}) => (await (await save({ fields, ...drivers })).json()) as string;

test('a new vehicle whose drivers cannot be assigned is not added, so that nobody else may take it', async () => {
  const refused = await save({ fields, added: [driverOf('diego'), randomUUID()] });
  expect(refused.status).toBe(409);
  expect(await rows()).toEqual([]);
  expect((await save({ fields, added: [driverOf('diego')] })).status).toBe(200);
  expect(await rows()).toMatchObject([{ license_plate: 'BBCD12', names: 'diego' }]);
});

test('an edit whose drivers cannot be assigned changes nothing, and the next attempt is no conflict', async () => {
  const vehicle = await add({ added: [driverOf('diego')] });
  const edit = { fields: { seats: 6 }, vehicle, version: 1, removed: [driverOf('diego')] };
  expect((await save({ ...edit, added: [randomUUID()] })).status).toBe(409);
  expect(await rows()).toMatchObject([{ seats: 4, names: 'diego' }]);
  expect((await save({ ...edit, added: [driverOf('elena')] })).status).toBe(200);
  expect(await rows()).toMatchObject([{ seats: 6, names: 'elena' }]);
  expect((await save(edit)).status).toBe(409);
});

test('a driver whom somebody else assigned meanwhile stays', async () => {
  const vehicle = await add();
  for (const name of ['diego', 'elena'] as const)
    expect((await save({ fields: {}, vehicle, version: 1, added: [driverOf(name)] })).status).toBe(200);
  expect(await rows()).toMatchObject([{ names: 'diego elena' }]);
});

test('the audit log has the vehicle and its driver once each', async () => {
  const countEntries = async () => {
    await server.context.audit.settled();
    const log = await server.as('carla').request('/functions/v1/admin-users/audit');
    return ((await log.json()) as { total: number }).total;
  };
  const before = await countEntries();
  await save({ fields, added: [driverOf('diego')] });
  expect(await countEntries()).toBe(before + 2);
});
