import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp, type ProductPerson } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** Two vehicles for everybody. */
let [white, black] = ['', ''];
beforeEach(async () => {
  const { db } = server.context;
  await db.query('delete from shifts');
  await db.query('delete from vehicles');
  const rows = await db.query<{ id: string }>(
    `insert into vehicles (license_plate, brand_model) values ('wwww-11', ' Kia  Cerato '), ('BBBB22', '') returning id`,
  );
  [white, black] = rows.map(({ id }) => id) as [string, string];
});

type Sender = Pick<ProductPerson, 'request'>;

async function call(who: Sender, name: string, body: object): Promise<{ status: number; body: unknown }> {
  const response = await who.request(`/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) };
}

const start = (who: Sender, vehicle: string, more: object = {}) =>
  call(who, 'start_shift', { vehicle, device: randomUUID(), ...more });

interface ShiftRow {
  readonly id: string;
  readonly ended_at: string | null;
  readonly vehicles: { readonly license_plate: string } | null;
}

async function shiftsOf(who: Sender): Promise<readonly ShiftRow[]> {
  const response = await who.request(
    '/rest/v1/shifts?select=id,ended_at,vehicles(license_plate)&order=started_at,ended_at',
  );
  return (await response.json()) as ShiftRow[];
}

const plates = (rows: readonly ShiftRow[]) =>
  rows.map(({ ended_at, vehicles }) => `${vehicles?.license_plate} ${ended_at ? 'ended' : 'open'}`);

/** The plate that a phone without an account sees for a driver. */
async function verifiedPlate(who: ProductPerson): Promise<unknown> {
  const own = await who.request('/rest/v1/drivers?select=verification_code');
  const [driver] = (await own.json()) as { verification_code: string }[];
  const { body } = await call(server, 'verify_driver', { code: driver!.verification_code });
  return (body as { license_plate: string }[])[0]?.license_plate;
}

test('a shift begins, moves to another vehicle, and ends; passengers verify the plate of its vehicle', async () => {
  const diego = server.as('diego');
  expect(await verifiedPlate(diego)).toBe('DDDD11');
  expect((await start(diego, white)).status).toBe(200);
  expect(await verifiedPlate(diego)).toBe('WWWW11');
  const { body: shift } = await start(diego, black);
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 ended', 'BBBB22 open']);
  expect(await verifiedPlate(diego)).toBe('BBBB22');
  expect((await call(diego, 'end_shift', { shift })).status).toBe(204);
  expect(await verifiedPlate(diego)).toBe('DDDD11');
});

test('the second driver is told who has the vehicle, and may take it over', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await start(diego, white);
  expect(await start(elena, white)).toMatchObject({
    status: 409,
    body: { code: 'vehicle_in_use', details: 'diego' },
  });
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 open']);
  expect((await start(elena, white, { take_over: true })).status).toBe(200);
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 ended']);
  expect([await verifiedPlate(diego), await verifiedPlate(elena)]).toEqual(['DDDD11', 'WWWW11']);
});

test('the office ends a shift, and reopens it as it was', async () => {
  const [carla, diego] = [server.as('carla'), server.as('diego')];
  const { body: shift } = await start(diego, white);
  await call(carla, 'end_shift', { shift });
  expect(await verifiedPlate(diego)).toBe('DDDD11');
  expect(await call(diego, 'reopen_shift', { shift })).toMatchObject({ status: 403 });
  expect((await call(carla, 'reopen_shift', { shift })).status).toBe(204);
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 open']);
  expect(await verifiedPlate(diego)).toBe('WWWW11');
  // A retried request changes nothing.
  expect((await call(carla, 'reopen_shift', { shift })).status).toBe(204);
});

test('an ended shift stays ended once the driver or the vehicle is in another one', async () => {
  const [carla, diego, elena] = [server.as('carla'), server.as('diego'), server.as('elena')];
  const { body: shift } = await start(diego, white);
  await call(carla, 'end_shift', { shift });
  const { body: next } = await start(diego, black);
  expect(await call(carla, 'reopen_shift', { shift })).toMatchObject({
    status: 409,
    body: { code: 'driver_on_shift' },
  });
  await call(diego, 'end_shift', { shift: next });
  await start(elena, white);
  expect(await call(carla, 'reopen_shift', { shift })).toMatchObject({
    status: 409,
    body: { code: 'vehicle_in_use', details: 'elena' },
  });
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 ended', 'BBBB22 ended']);
});

test('an end of the driver, an earlier one and a corrected one are not reversed', async () => {
  const [carla, diego] = [server.as('carla'), server.as('diego')];
  const refused = { status: 409, body: { code: 'shift_end_final' } };
  const begin = async () => (await start(diego, white)).body;
  const own = await begin();
  await call(diego, 'end_shift', { shift: own });
  expect(await call(carla, 'reopen_shift', { shift: own })).toMatchObject(refused);
  const corrected = await begin();
  await call(carla, 'end_shift', { shift: corrected });
  const [{ started_at } = { started_at: '' }] = await server.context.db.query<{ started_at: string }>(
    'select started_at::text from shifts where id = $1',
    [corrected],
  );
  await call(carla, 'correct_shift_end', { shift: corrected, ended_at: started_at });
  expect(await call(carla, 'reopen_shift', { shift: corrected })).toMatchObject(refused);
  const withdrawn = await begin();
  await call(carla, 'end_shift', { shift: withdrawn });
  await server.context.db.query(`update drivers set approved = false where name = 'diego'`);
  expect(await call(carla, 'reopen_shift', { shift: withdrawn })).toMatchObject(refused);
  await server.context.db.query(`update drivers set approved = true where name = 'diego'`);
});

test('a start that is sent twice is one shift, on the device that sent it last', async () => {
  const diego = server.as('diego');
  const first = await start(diego, white);
  const device = randomUUID();
  expect(await start(diego, white, { device })).toEqual(first);
  expect(await shiftsOf(diego)).toHaveLength(1);
  const [row] = await server.context.db.query<{ device_id: string }>('select device_id from shifts');
  expect(row?.device_id).toBe(device);
});

test('a shift of more than 18 hours was forgotten: it ends without a question', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  await start(diego, white);
  const age = (hours: string) =>
    server.context.db.query(`update shifts set started_at = now() - $1::interval`, [hours]);
  await age('17 hours 59 minutes');
  expect((await start(elena, white)).status).toBe(409);
  await age('18 hours 1 minute');
  expect((await start(elena, white)).status).toBe(200);
  expect(plates(await shiftsOf(diego))).toEqual(['WWWW11 ended']);
  await age('18 hours 1 minute');
  await start(elena, white);
  expect(plates(await shiftsOf(elena))).toEqual(['WWWW11 ended', 'WWWW11 open']);
});

test('drivers who swap their vehicles at the same moment both drive in the end', async () => {
  const [diego, elena] = [server.as('diego'), server.as('elena')];
  for (let round = 0; round < 5; round += 1) {
    await server.context.db.query('delete from shifts');
    await Promise.all([start(diego, white, { take_over: true }), start(elena, black, { take_over: true })]);
    const swapped = await Promise.all([
      start(diego, black, { take_over: true }),
      start(elena, white, { take_over: true }),
    ]);
    expect(swapped.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect((await shiftsOf(diego)).filter(({ ended_at }) => !ended_at)).toHaveLength(1);
  expect((await shiftsOf(elena)).filter(({ ended_at }) => !ended_at)).toHaveLength(1);
});

test('an assigned vehicle is for its drivers; the others neither see nor take it, but finish the shift they are in', async () => {
  const [diego, elena, carla] = [server.as('diego'), server.as('elena'), server.as('carla')];
  await start(elena, white);
  const assigned = await carla.request('/rest/v1/vehicle_drivers', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ vehicle_id: white, driver_id: diego.driverId }),
  });
  expect(assigned.status).toBe(201);
  const offered = async (who: Sender) => {
    const response = await who.request('/rest/v1/vehicles?select=license_plate&order=license_plate');
    return ((await response.json()) as { license_plate: string }[]).map((vehicle) => vehicle.license_plate);
  };
  expect(await offered(diego)).toEqual(['BBBB22', 'WWWW11']);
  expect(await offered(elena)).toEqual(['BBBB22', 'WWWW11']);
  expect(plates(await shiftsOf(elena))).toEqual(['WWWW11 open']);
  await start(elena, black);
  expect(await offered(elena)).toEqual(['BBBB22']);
  expect(await start(elena, white)).toMatchObject({ status: 404, body: { code: 'vehicle_not_found' } });
});

test('a vehicle with an open shift is not deleted; an administrator ends the shift, and then it is', async () => {
  const [diego, carla] = [server.as('diego'), server.as('carla')];
  const { body: shift } = await start(diego, white);
  const remove = () => carla.request(`/rest/v1/vehicles?id=eq.${white}`, { method: 'DELETE' });
  const refused = await remove();
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    { code: 'vehicle_in_use', details: 'diego' },
  ]);
  await call(server.as('elena'), 'end_shift', { shift });
  expect((await remove()).status).toBe(409);
  await call(carla, 'end_shift', { shift });
  expect((await remove()).status).toBe(204);
});

test('a driver whose approval is withdrawn starts no shift, and a person’s data hold their shifts', async () => {
  const diego = server.as('diego');
  await start(diego, white);
  const { body } = await call(diego, 'personal_data', {});
  expect(body).toMatchObject({ shifts: [{ license_plate: 'WWWW11', ended_at: null }] });
  const { db } = server.context;
  await db.query('update drivers set approved = false where id = $1', [diego.driverId]);
  expect(await start(diego, black)).toMatchObject({ status: 403, body: { code: 'driver_not_active' } });
  await db.query('update drivers set approved = true where id = $1', [diego.driverId]);
});

test('acts on vehicles are in the audit log, with the names of the columns only', async () => {
  const carla = server.as('carla');
  await carla.request(`/rest/v1/vehicles?id=eq.${white}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ colour: 'Blanco', license_plate: 'ww ww·11' }),
  });
  const { body } = await call(carla, 'audit_log', { action: 'vehicle_changed' });
  const [entry] = (body as { entries: { payload: unknown }[] }).entries;
  expect(entry?.payload).toMatchObject({
    traits: { target: `vehicle:${white}`, changed: 'colour' },
  });
});

test('a file of vehicles is one statement: a plate that is there already refuses all of them', async () => {
  const carla = server.as('carla');
  const post = (plates: readonly string[]) =>
    carla.request('/rest/v1/vehicles', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(plates.map((plate) => ({ license_plate: plate, class: 'transfer', seats: 4 }))),
    });
  const plates = Array.from({ length: 500 }, (_, index) => `AA${1000 + index}`);
  const refused = await post([...plates, 'WWWW11']);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: '23505' }]);
  const count = async () => (await server.context.db.query('select from vehicles')).length;
  expect(await count()).toBe(2);
  expect((await post(plates)).status).toBe(201);
  expect(await count()).toBe(502);
});
