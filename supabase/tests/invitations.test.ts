import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { deleteProductRows } from '../../server/database.ts';
import { driverRow, json, mark, register, type Registered } from '../../server/testing/drivers.ts';
import { file, photoKey, picture, storageClient } from '../../backend/testing/storage.ts';

/** Invitations of one use: who makes them, who may accept, and what a wrong link tells. */
let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0' } });
});
afterAll(() => server[Symbol.asyncDispose]());
afterEach(async () => {
  await query('update shifts set ended_at = now() where ended_at is null');
  await query('delete from vehicles');
});

function query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  return server.context.db.query<Row>(sql, values);
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}
type Sender = Pick<Registered, 'request'>;

async function rpc({ request }: Sender, name: string, body: object): Promise<Answer> {
  const response = await request(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

interface Invitation {
  readonly driver_id: string;
  readonly contact: string;
  readonly token: string;
  readonly expires_at: string;
}

const aDriver = (fields: object = {}) => ({
  name: ' Rosa  Pérez ',
  contact: `9 ${randomInt(1000, 10_000)} ${randomInt(1000, 10_000)}`,
  driver_code: mark(),
  ...fields,
});
const invite = (drivers: readonly object[], who: Sender = server.as('carla')) =>
  rpc(who, 'invite_drivers', { drivers });

async function invited(fields: object = {}): Promise<Invitation> {
  const { status, body } = await invite([aDriver(fields)]);
  expect([status, body]).toEqual([200, [expect.anything()]]);
  return (body as Invitation[])[0]!;
}

async function newVehicle(): Promise<string> {
  const plate = mark();
  await query('insert into vehicles (license_plate) values ($1)', [plate]);
  return plate;
}

/** Uploads a photo to the account. @returns what a driver record names it by */
async function uploadPhoto({ userId, token }: Pick<Registered, 'userId' | 'token'>): Promise<string> {
  const key = photoKey(userId, `${randomUUID()}.jpg`);
  const bucket = storageClient(server, token).from('imagenes');
  const { error } = await bucket.upload(key, file(await picture()));
  expect(error).toBeNull();
  return `/storage/v1/object/public/imagenes/${key}`;
}

const open = (token: string) => rpc(server, 'invitation', { token });

/** Accepts as a new account, or as one that exists, with a photo that was uploaded to it. */
async function accept(token: string, account?: Registered, policyVersion = 1) {
  const who = account ?? (await register(server));
  const photo_url = await uploadPhoto(who);
  const answer = await rpc(who, 'accept_invitation', { token, policy_version: policyVersion, photo_url });
  return { ...answer, who, photo: photo_url };
}

const refused = (status: number, code: string) => ({ status, body: { code } });
const used = refused(409, 'invitation_used');
const expired = refused(404, 'invitation_expired');
const withdrawn = refused(410, 'invitation_withdrawn');

test('who accepts an invitation is active at once, with photo, consent and the assigned vehicle', async () => {
  const plate = await newVehicle();
  const { driver_id: id, token, contact, expires_at: expires } = await invited({ license_plate: plate });
  expect(contact).toMatch(/^\+569\d{8}$/);
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60_000);
  const before = await driverRow(server, id);
  expect(before).toMatchObject({ name: 'Rosa Pérez', state: 'invited', license_plate: null });
  expect((await open(token)).body).toEqual([
    { name: 'Rosa Pérez', driver_code: before.driver_code, license_plates: [plate], expires_at: expires },
  ]);
  const { status, who, photo } = await accept(token);
  expect(status).toBe(204);
  expect(await driverRow(server, id)).toMatchObject({
    state: 'active',
    photo_url: photo,
    approved_by: server.as('carla').userId,
  });
  expect(await query('select policy_version from consents where user_id = $1', [who.userId])).toEqual([
    { policy_version: 1 },
  ]);
  const [vehicle] = (await (await who.request('/rest/v1/vehicles?select=id')).json()) as { id: string }[];
  expect((await rpc(who, 'start_shift', { vehicle: vehicle!.id })).status).toBe(200);
});

test('a link serves once: another account is told that it was used, a repeated request changes nothing', async () => {
  const { token, driver_id: id } = await invited();
  const first = await accept(token);
  expect(await accept(token)).toMatchObject(used);
  expect(await open(token)).toMatchObject(used);
  const after = await driverRow(server, id);
  expect((await accept(token, first.who)).status).toBe(204);
  expect(await driverRow(server, id)).toEqual(after);
  expect(await query('select user_id from user_drivers where driver_id = $1', [id])).toEqual([
    { user_id: first.who.userId },
  ]);
});

test('of several who accept at the same moment, one becomes the driver', async () => {
  const { token, driver_id: id } = await invited();
  const accounts = await Promise.all(Array.from({ length: 6 }, () => register(server)));
  const photos = await Promise.all(accounts.map((account) => uploadPhoto(account)));
  const answers = await Promise.all(
    accounts.map((account, index) =>
      rpc(account, 'accept_invitation', { token, policy_version: 1, photo_url: photos[index] }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409]);
  expect(await query('select from user_drivers where driver_id = $1', [id])).toHaveLength(1);
});

test('a link ends after seven days; it and a guessed one look the same', async () => {
  const { token, driver_id: id } = await invited();
  await query(`update driver_invitations set expires_at = now() where driver_id = $1`, [id]);
  const old = await open(token);
  expect(old).toMatchObject(expired);
  for (const guess of ['', 'none', '0'.repeat(64), `${token}0`, token.slice(1), token.toUpperCase()])
    expect(await open(guess)).toEqual(old);
  expect(await accept(token)).toMatchObject(expired);
  expect(await driverRow(server, id)).toMatchObject({ state: 'invited' });
});

test('a new link ends the one before, and an administrator withdraws a link', async () => {
  const carla = server.as('carla');
  const { token, driver_id: driver } = await invited();
  const renewed = await rpc(carla, 'renew_invitation', { driver });
  expect(renewed.status).toBe(200);
  const [{ token: next }] = renewed.body as [Invitation];
  expect(await open(token)).toMatchObject(withdrawn);
  expect((await open(next)).status).toBe(200);
  expect((await rpc(carla, 'withdraw_invitation', { driver })).status).toBe(204);
  expect((await rpc(carla, 'withdraw_invitation', { driver })).status).toBe(204);
  expect(await accept(next)).toMatchObject(withdrawn);
});

test('two new links at the same moment leave one that works', async () => {
  const { driver_id: driver } = await invited();
  const made = await Promise.all(
    Array.from({ length: 4 }, () => rpc(server.as('carla'), 'renew_invitation', { driver })),
  );
  const states = await Promise.all(made.map(({ body }) => open((body as [Invitation])[0].token)));
  expect(states.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
});

test('who left cannot accept, nor be invited; who has an account needs no link', async () => {
  const carla = server.as('carla');
  const { token, driver_id: driver } = await invited();
  await rpc(carla, 'driver_left', { driver });
  expect(await open(token)).toMatchObject(withdrawn);
  const notInvited = refused(409, 'driver_not_invited');
  expect(await rpc(carla, 'renew_invitation', { driver })).toMatchObject(notInvited);
  await rpc(carla, 'driver_returned', { driver });
  const { body } = await rpc(carla, 'renew_invitation', { driver });
  const account = await register(server);
  const link = { user_id: account.userId, driver_id: driver };
  expect((await carla.request('/rest/v1/user_drivers', json('POST', link))).status).toBe(201);
  expect(await open((body as [Invitation])[0].token)).toMatchObject(used);
  expect(await rpc(carla, 'renew_invitation', { driver })).toMatchObject(notInvited);
});

test('an account that drives already, or works in the office, does not become another driver', async () => {
  const { token, driver_id: id } = await invited();
  for (const name of ['diego', 'carla'] as const)
    expect(await accept(token, server.as(name))).toMatchObject(refused(409, 'account_in_use'));
  expect(await driverRow(server, id)).toMatchObject({ state: 'invited' });
});

test('the photo must be the account’s own, and the policy the published one; nothing is used up otherwise', async () => {
  const { token, driver_id: id } = await invited();
  expect(await accept(token, undefined, 2)).toMatchObject(refused(409, 'policy_changed'));
  const account = await register(server);
  const foreign = await uploadPhoto(server.as('elena'));
  for (const photo_url of [foreign, '/storage/v1/object/public/imagenes/profile-photos/none.png', '']) {
    const body = { token, policy_version: 1, photo_url };
    expect(await rpc(account, 'accept_invitation', body)).toMatchObject(refused(403, 'photo_not_own'));
  }
  expect(await driverRow(server, id)).toMatchObject({ state: 'invited', photo_url: null });
  expect((await open(token)).status).toBe(200);
});

test('where the company approves photos, that of an invited driver waits; the driver does not', async () => {
  await query(`select private.configure('{"driver_approval": "manual"}')`);
  const { token, driver_id: id } = await invited();
  const { status, photo } = await accept(token);
  await query(`select private.configure('{"driver_approval": "automatic"}')`);
  expect(status).toBe(204);
  expect(await driverRow(server, id)).toMatchObject({
    state: 'active',
    photo_url: null,
    pending_photo_url: photo,
  });
});

test('the code of an invited driver is taken; of two who give the same one, the second is refused', async () => {
  const code = mark();
  const answers = await Promise.all([1, 2].map(() => invite([aDriver({ driver_code: code })])));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [failed] = answers.filter(({ status }) => status === 409);
  const { code: reason, message } = failed!.body as { code: string; message: string };
  expect(reason === 'driver_code_taken' || message.includes('drivers_driver_code_key')).toBe(true);
  expect(await invite([aDriver({ driver_code: code.toLowerCase() }), aDriver()])).toMatchObject({
    status: 409,
    body: { code: 'driver_code_taken', details: code.toLowerCase() },
  });
  const own = await register(server);
  const typed = { name: 'Otra', license_plate: mark(), driver_code: code, created_by: own.userId };
  const [row] = (await (await own.request('/rest/v1/drivers', json('POST', typed))).json()) as [
    { id: string },
  ];
  expect(row).toMatchObject({ approved: true, state: 'waiting' });
  expect(await driverRow(server, row.id)).toMatchObject({ approved: false, state: 'waiting' });
});

test('P11: accepting an invitation against its renewal, its withdrawal and the driver’s leaving ends in no deadlock', async () => {
  const rivals = ['renew_invitation', 'driver_left', 'withdraw_invitation'] as const;
  const rounds = [...rivals, ...rivals, ...rivals, ...rivals].map(async (rival) => {
    const [{ token, driver_id: driver }, who] = await Promise.all([invited(), register(server)]);
    const photo_url = await uploadPhoto(who);
    const answers = await Promise.all([
      rpc(who, 'accept_invitation', { token, policy_version: 1, photo_url }),
      rpc(server.as('carla'), rival, { driver }),
      open(token),
    ]);
    return [rival, ...answers.map(({ status }) => status)];
  });
  for (const [rival, ...statuses] of await Promise.all(rounds)) {
    expect([rival, statuses.filter((status) => Number(status) >= 500)]).toEqual([rival, []]);
    expect(statuses[1], String(rival)).toBeLessThan(410);
  }
  const deadlocks = await query(
    'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
  );
  expect(deadlocks).toEqual([{ n: 0 }]);
  await query('delete from drivers where left_at is not null');
});

test('many drivers are invited all or none', async () => {
  const plate = await newVehicle();
  const [first, second] = [aDriver({ license_plate: plate }), aDriver({ license_plate: 'NONE99' })];
  const count = () => query('select from drivers');
  const before = (await count()).length;
  expect(await invite([first, second])).toMatchObject({
    status: 404,
    body: { code: 'vehicle_not_found', details: 'NONE99' },
  });
  expect(await count()).toHaveLength(before);
  const { body } = await invite([first, aDriver()]);
  expect(body).toHaveLength(2);
  for (const drivers of [
    [],
    Array.from({ length: 501 }, () => aDriver()),
    {},
    [aDriver({ name: 'x'.repeat(300_000) })],
  ])
    expect(await invite(drivers as object[])).toMatchObject(refused(400, 'validation_failed'));
});

test('without vehicles of the company, the plate is the driver’s own', async () => {
  const { driver_id: id, token } = await invited({ license_plate: 'bb·cd 12' });
  expect(await driverRow(server, id)).toMatchObject({ license_plate: 'BBCD12' });
  expect((await open(token)).body).toMatchObject([{ license_plates: ['BBCD12'] }]);
});

test('the next code follows the commonest kind of code, padded as the highest', async () => {
  const suggested = async () => (await rpc(server.as('carla'), 'next_driver_code', {})).body;
  const codes = ['M-098', 'm-099', 'M-7', 'Z-5000', 'SOLO'];
  await query('update drivers set driver_code = upper(id::text) || $1', ['X']);
  expect(await suggested()).toBe('001');
  await invite(codes.map((driver_code) => aDriver({ driver_code })));
  expect(await suggested()).toBe('m-100');
  await query('update drivers set driver_code = upper(id::text) || $1', ['X']);
  await invite([aDriver({ driver_code: '007' })]);
  expect(await suggested()).toBe('008');
});

test('only the office invites; nobody else learns a code, a name or a hash', async () => {
  const { driver_id: driver, token } = await invited();
  for (const who of [server.as('diego'), server.as('nora')]) {
    expect(await invite([aDriver()], who)).toMatchObject(refused(403, 'not_admin'));
    for (const [name, body] of [
      ['renew_invitation', { driver }],
      ['withdraw_invitation', { driver }],
      ['next_driver_code', {}],
    ] as const)
      expect(await rpc(who, name, body)).toMatchObject(refused(403, 'not_admin'));
    expect(await (await who.request('/rest/v1/driver_invitations?select=id')).json()).toEqual([]);
  }
  expect((await invite([aDriver()], server)).status).toBe(401);
  expect((await open(token)).status).toBe(200);
  const stored = JSON.stringify(await query('select i::text from driver_invitations i'));
  expect(stored).not.toContain(token);
  await server.context.audit.settled();
  const log = JSON.stringify(await query('select payload::text from private.audit_log'));
  expect(log).not.toContain(token);
  expect(log).toContain('invitation');
});

test('a registration asks whether the company has vehicles, and then gives no plate', async () => {
  expect((await rpc(server, 'company_has_vehicles', {})).body).toBe(false);
  const plate = await newVehicle();
  expect((await rpc(server, 'company_has_vehicles', {})).body).toBe(true);
  const account = await register(server);
  const row = { name: 'Sin patente', license_plate: '', driver_code: mark(), created_by: account.userId };
  const written = await account.request('/rest/v1/drivers', json('POST', row));
  const [driver] = (await written.json()) as [{ verification_code: string }];
  expect(driver).toMatchObject({ license_plate: null, state: 'waiting' });
  expect((await rpc(server, 'verify_driver', { code: driver.verification_code })).body).toMatchObject([
    { license_plate: null },
  ]);
  expect(plate).not.toBe('');
});

test('former drivers go after the set time with their account and files, and the others stay', async () => {
  const { db } = server.context;
  const carla = server.as('carla');
  const [gone, kept] = [await invited(), await invited()];
  const former = await accept(gone.token);
  await accept(kept.token);
  for (const { driver_id: driver } of [gone, kept]) await rpc(carla, 'driver_left', { driver });
  const days = (count: number) => new Date(Date.now() + count * 24 * 60 * 60_000);
  expect(await deleteProductRows(db, days(364))).toMatchObject({ formerDrivers: 0 });
  await query(`update drivers set left_at = now() + interval '10 days' where id = $1`, [kept.driver_id]);
  expect(await deleteProductRows(db, days(366))).toMatchObject({ formerDrivers: 1 });
  expect(await query('select from drivers where id = $1', [gone.driver_id])).toEqual([]);
  expect(await query('select from drivers where id = $1', [kept.driver_id])).toHaveLength(1);
  expect(await query('select from auth.users where id = $1', [former.who.userId])).toEqual([]);
  const name = former.photo.split('/imagenes/')[1];
  expect(await query('select from storage.objects where name = $1', [name])).toEqual([]);
});

test('the account of a former driver stays where somebody unblocked it', async () => {
  const carla = server.as('carla');
  const { token, driver_id: driver } = await invited();
  const { who } = await accept(token);
  await rpc(carla, 'driver_left', { driver });
  await query('update auth.users set banned_until = null where id = $1', [who.userId]);
  await deleteProductRows(server.context.db, new Date(Date.now() + 400 * 24 * 60 * 60_000));
  expect(await query('select from drivers where id = $1', [driver])).toEqual([]);
  expect(await query('select from auth.users where id = $1', [who.userId])).toHaveLength(1);
});
