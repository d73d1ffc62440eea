import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goodPassword, sendAsAdmin, signIn } from '../../backend/testing/auth/auth.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  addDriver,
  driverRow,
  json,
  mark,
  register,
  registerDriver,
  setApproval,
  withSession,
  type DriverRow,
  type Registered,
} from '../../server/testing/drivers.ts';

/** "Dejó la empresa": one act, and what cannot undo it. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

type Sender = Pick<Registered, 'request'>;

async function rpc({ request }: Sender, name: string, body: object) {
  const response = await request(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
}

const leave = (driver: string, who: Sender = server.as('carla')) => rpc(who, 'driver_left', { driver });
const comeBack = (driver: string, who: Sender = server.as('carla')) =>
  rpc(who, 'driver_returned', { driver });

async function emailOf({ userId }: Registered): Promise<string> {
  const [row] = await query<{ email: string }>('select email from auth.users where id = $1', [userId]);
  return row!.email;
}

/** An active driver with a shift, a rating, a document, a device and a link for a rating. */
async function newEmployee() {
  const account = await registerDriver(server, {
    name: 'Ramón Díaz',
    contact: `+56${randomInt(900_000_000, 1_000_000_000)}`,
  });
  const { id } = account.driver;
  await setApproval(server, id, true);
  const [vehicle] = await query<{ id: string }>(
    'insert into vehicles (license_plate) values ($1) returning id',
    [mark()],
  );
  expect((await rpc(account, 'start_shift', { vehicle: vehicle!.id })).status).toBe(200);
  const review = { driver_id: id, rating: 5 };
  expect((await account.request('/rest/v1/reviews', json('POST', review))).status).toBe(201);
  await query(
    `insert into documents (kind_id, driver_id, expires_on)
     select id, $1, '2090-01-01' from document_kinds where name = 'Licencia A1'`,
    [id],
  );
  const heartbeat = { device_id: randomUUID(), key: 'k'.repeat(40) };
  expect((await rpc(account, 'send_heartbeat', { heartbeat })).status).toBe(200);
  const [{ token }] = (await rpc(account, 'create_rating_link', {})).body as [{ token: string }];
  return { ...account, email: await emailOf(account), vehicle: vehicle!.id, link: token };
}

const counts = (driver: string) =>
  query(
    `select (select count(*)::integer from reviews where driver_id = $1) as reviews,
       (select count(*)::integer from documents where driver_id = $1) as documents,
       (select count(*)::integer from shifts where driver_id = $1) as shifts,
       (select count(*)::integer from shifts where driver_id = $1 and ended_at is null) as open,
       (select count(*)::integer from devices where driver_id = $1 and vehicle_id is not null) as in_vehicles`,
    [driver],
  );

test('who left is off the road at once, on every device; the history stays', async () => {
  const { driver, ...ramon } = await newEmployee();
  expect(await counts(driver.id)).toEqual([{ reviews: 1, documents: 1, shifts: 1, open: 1, in_vehicles: 1 }]);
  expect((await leave(driver.id)).status).toBe(204);
  expect(await driverRow(server, driver.id)).toMatchObject({
    state: 'left',
    approved: true,
    left_by: server.as('carla').userId,
  });
  expect(await counts(driver.id)).toEqual([{ reviews: 1, documents: 1, shifts: 1, open: 0, in_vehicles: 0 }]);
  await expect.poll(async () => (await ramon.request('/rest/v1/drivers?select=id')).status).toBe(401);
  expect((await signIn(server, ramon.email, goodPassword)).body).toMatchObject({ error_code: 'user_banned' });
  expect((await rpc(server, 'verify_driver', { code: driver.verification_code })).body).toEqual([]);
  expect((await rpc(server, 'rating_link', { token: ramon.link })).status).toBe(400);
  expect((await rpc(server, 'rate_by_link', { token: ramon.link, rating: 5 })).status).toBe(400);
  const device = await rpc(server.as('carla'), 'create_device_link', { driver: driver.id, name: 'Auto 7' });
  expect(device).toMatchObject({ status: 409, body: { code: 'driver_without_account' } });
});

test('the act is in the audit log once, and a second press changes nothing', async () => {
  const { driver } = await newEmployee();
  const carla = server.as('carla');
  const acts = async () => {
    const { body } = await rpc(carla, 'audit_log', { per_page: 200 });
    const { entries } = body as { entries: { payload: { action: string; traits: { target: string } } }[] };
    return entries
      .filter(({ payload }) => payload.traits.target === `driver:${driver.id}`)
      .map(({ payload }) => payload.action)
      .toReversed();
  };
  await leave(driver.id);
  const first = await driverRow(server, driver.id);
  expect((await leave(driver.id)).status).toBe(204);
  expect(await driverRow(server, driver.id)).toEqual(first);
  expect((await comeBack(driver.id)).status).toBe(204);
  expect((await comeBack(driver.id)).status).toBe(204);
  expect(await acts()).toEqual(['driver_registered', 'driver_approved', 'driver_left', 'driver_returned']);
});

test('who returns is active, signs in again, and chooses a vehicle', async () => {
  const { driver, userId, email, vehicle } = await newEmployee();
  await leave(driver.id);
  await comeBack(driver.id);
  expect(await driverRow(server, driver.id)).toMatchObject({
    state: 'active',
    left_at: null,
    left_by: null,
    approved_by: server.as('carla').userId,
  });
  const { body } = await signIn(server, email, goodPassword);
  const ramon = withSession(server, userId, String(body['access_token']));
  expect((await rpc(ramon, 'start_shift', { vehicle })).status).toBe(200);
  expect((await rpc(server, 'verify_driver', { code: driver.verification_code })).body).toHaveLength(1);
});

const block = (userId: string, duration: string) =>
  sendAsAdmin(server, `/admin/users/${userId}`, { method: 'PUT', body: { ban_duration: duration } });

test('the return lifts the block of leaving, not one that an administrator set for another reason', async () => {
  const { driver, userId, email } = await newEmployee();
  await leave(driver.id);
  await block(userId, '24h');
  await comeBack(driver.id);
  expect((await signIn(server, email, goodPassword)).body).toMatchObject({ error_code: 'user_banned' });
});

test('neither leaving and returning nor the end of the retention lifts an earlier block for good', async () => {
  const { driver, userId, email } = await newEmployee();
  // As long as the panel blocks.
  await block(userId, '876000h');
  await leave(driver.id);
  await comeBack(driver.id);
  expect((await signIn(server, email, goodPassword)).body).toMatchObject({ error_code: 'user_banned' });
  await leave(driver.id);
  await query(`select private.delete_former_drivers(now() + interval '11 years')`);
  expect(await query('select from drivers where id = $1', [driver.id])).toEqual([]);
  expect((await signIn(server, email, goodPassword)).body).toMatchObject({ error_code: 'user_banned' });
});

test('a block for a day from before does not let the driver who left in again, and holds after the return', async () => {
  const { driver, userId, email } = await newEmployee();
  const left = `select to_char(banned_until - now(), 'DDD')::integer as days from auth.users where id = $1`;
  const signInAgain = async () => (await signIn(server, email, goodPassword)).status;
  await block(userId, '24h');
  await leave(driver.id);
  expect((await query<{ days: number }>(left, [userId]))[0]!.days).toBeGreaterThan(30_000);
  await comeBack(driver.id);
  expect(await query(left, [userId])).toEqual([{ days: 0 }]);
  expect(await signInAgain()).toBe(400);
  // Back and forth, as by mistake.
  await leave(driver.id);
  await comeBack(driver.id);
  expect(await signInAgain()).toBe(400);
  // The day passes while the driver is away.
  await leave(driver.id);
  await query('update private.earlier_blocks set blocked_until = now() where user_id = $1', [userId]);
  await comeBack(driver.id);
  expect(await signInAgain()).toBe(200);
});

test('a block that was lifted while the driver was away does not come back', async () => {
  const { driver, userId, email } = await newEmployee();
  await block(userId, '24h');
  await leave(driver.id);
  await block(userId, 'none');
  await comeBack(driver.id);
  await leave(driver.id);
  await comeBack(driver.id);
  expect((await signIn(server, email, goodPassword)).status).toBe(200);
});

test('the end of the retention leaves an account under its own block, and deletes it once that has ended', async () => {
  const blocked = await Promise.all(
    ['200000h', '24h'].map(async (duration) => {
      const { driver, userId } = await newEmployee();
      await block(userId, duration);
      await leave(driver.id);
      return userId;
    }),
  );
  await query(`select private.delete_former_drivers(now() + interval '11 years')`);
  const rest = `select id, banned_until < now() + interval '30 years' as own from auth.users where id = any ($1)`;
  expect(await query(rest, [blocked])).toEqual([{ id: blocked[0], own: true }]);
});

test('an administrator who also drives loses the vehicle, not the panel', async () => {
  const carla = server.as('carla');
  const [driver] = (await (
    await carla.request(
      '/rest/v1/drivers',
      json('POST', { name: 'Carla', license_plate: mark(), driver_code: mark() }),
    )
  ).json()) as [DriverRow];
  await carla.request('/rest/v1/user_drivers', json('POST', { user_id: carla.userId, driver_id: driver.id }));
  expect((await leave(driver.id)).status).toBe(204);
  expect((await driverRow(server, driver.id)).state).toBe('left');
  await carla.request(`/rest/v1/drivers?id=eq.${driver.id}`, { method: 'DELETE' });
  expect((await carla.request('/rest/v1/vehicles?select=id')).status).toBe(200);
});

test('only staff say who left and who returns', async () => {
  const { driver, ...ramon } = await newEmployee();
  for (const who of [ramon, server.as('elena'), server.as('nora')]) {
    expect(await leave(driver.id, who)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect(await comeBack(driver.id, who)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  }
  expect((await leave(driver.id, server)).status).toBe(401);
  expect(await leave(randomUUID())).toMatchObject({ status: 404, body: { code: 'driver_not_found' } });
  expect(await comeBack(randomUUID())).toMatchObject({ status: 404, body: { code: 'driver_not_found' } });
  for (const fields of [{ left_at: null }, { left_by: null }, { has_account: true }, { state: 'active' }])
    for (const who of [ramon, server.as('carla')]) {
      const forged = await who.request(`/rest/v1/drivers?id=eq.${driver.id}`, json('PATCH', fields));
      expect([fields, [400, 403].includes(forged.status)]).toEqual([fields, true]);
    }
  expect((await driverRow(server, driver.id)).state).toBe('active');
});

test('approving a driver who left does not bring them back; deleting their account makes them nobody’s', async () => {
  const { driver, userId } = await newEmployee();
  await leave(driver.id);
  await setApproval(server, driver.id, true);
  expect((await driverRow(server, driver.id)).state).toBe('left');
  await comeBack(driver.id);
  await sendAsAdmin(server, `/admin/users/${userId}`, { method: 'DELETE' });
  expect(await driverRow(server, driver.id)).toMatchObject({ state: 'invited', has_account: false });
});

test('Week D4: whose record was deleted does not come back by typing a code', async () => {
  const { driver, ...ramon } = await newEmployee();
  const carla = server.as('carla');
  expect((await carla.request(`/rest/v1/drivers?id=eq.${driver.id}`, { method: 'DELETE' })).status).toBe(204);
  await expect.poll(async () => (await ramon.request('/rest/v1/drivers?select=id')).status).toBe(401);
  const { body } = await signIn(server, ramon.email, goodPassword);
  const again = withSession(server, ramon.userId, String(body['access_token']));
  const row = await addDriver(again, { name: 'Otro Nombre' });
  expect(await driverRow(server, row.id)).toMatchObject({ approved: false, state: 'waiting' });
  expect((await rpc(server, 'verify_driver', { code: row.verification_code })).body).toEqual([]);
  const shift = await rpc(again, 'start_shift', { vehicle: ramon.vehicle, take_over: true });
  expect(shift).toMatchObject({ status: 403, body: { code: 'driver_not_active' } });
  expect(await (await again.request('/rest/v1/vehicles?select=id')).json()).toEqual([]);
});

test.each([
  ['code', ({ driver_code }: DriverRow) => ({ driver_code: ` ${driver_code.toLowerCase()} ` })],
  ['plate', ({ license_plate }: DriverRow) => ({ license_plate: license_plate.split('').join('·') })],
  [
    'phone',
    ({ contact }: DriverRow) => ({ contact: contact.replace('+56', '').replace(/^(\d)(\d{4})/, '$1 $2 ') }),
  ],
])(
  'Week D4: a new account that types the %s of a driver who left waits for the company',
  async (_, fields) => {
    const { driver } = await newEmployee();
    const stranger = await register(server);
    await leave(driver.id);
    const row = await addDriver(stranger, fields(driver));
    expect(await driverRow(server, row.id)).toMatchObject({ approved: false, state: 'waiting' });
    // The response is that of any registration, so that it tells nobody who has left.
    expect(row).toMatchObject({ approved: true, approved_at: null, state: 'waiting', version: 1 });
  },
);

test('Week D8: who registers sees the home screen and is nobody’s driver until an administrator says so', async () => {
  const { driver } = await registerDriver(server);
  expect(await driverRow(server, driver.id)).toMatchObject({ approved: true, state: 'waiting' });
  expect((await rpc(server, 'verify_driver', { code: driver.verification_code })).body).toMatchObject([
    { license_plate: driver.license_plate, authorised_on: null },
  ]);
  await setApproval(server, driver.id, true);
  expect((await driverRow(server, driver.id)).state).toBe('active');
});

test('Week D8: an invited driver is active once an administrator has linked an account', async () => {
  const carla = server.as('carla');
  const record = { name: 'Ana', license_plate: mark(), driver_code: mark() };
  const written = await carla.request('/rest/v1/drivers', json('POST', record));
  const [driver] = (await written.json()) as [DriverRow];
  expect(driver.state).toBe('invited');
  const account = await register(server);
  const link = { user_id: account.userId, driver_id: driver.id };
  expect((await carla.request('/rest/v1/user_drivers', json('POST', link))).status).toBe(201);
  expect((await driverRow(server, driver.id)).state).toBe('active');
});
