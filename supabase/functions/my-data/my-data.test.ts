import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../../server/testing/app.ts';
import { goodPassword, sendAsAdmin, signIn, signUp } from '../../../backend/testing/auth/auth.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface Member {
  readonly id: string;
  readonly email: string;
  readonly token: string;
  readonly driverId: string;
  readonly photo: string;
  call<Body = { code?: string }>(
    path: string,
    method: string,
    body?: unknown,
  ): Promise<{ status: number; body: Body }>;
}

/** A person who has registered as the app does it, with a photo and a rating of 3. */
async function driver(): Promise<Member> {
  const { user, access_token: token } = await signUp(server);
  const call: Member['call'] = async (path, method, body) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
    };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await server.request(path, init);
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
  };
  const photo = `/storage/v1/object/public/imagenes/profile-photos/${user.id}-1.png`;
  const uploaded = await server.request(photo.replace('/public/', '/'), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
    body: Buffer.from(png, 'base64'),
  });
  expect(uploaded.status).toBe(200);
  const mark = randomUUID().slice(0, 6).toUpperCase();
  const made = await call<[{ id: string }]>('/rest/v1/drivers', 'POST', {
    name: 'Ana Soto',
    license_plate: mark,
    driver_code: mark,
    contact: '+56912345678',
    photo_url: server.context.config.publicUrl + photo,
  });
  const driverId = made.body[0].id;
  await call('/rest/v1/user_drivers', 'POST', { user_id: user.id, driver_id: driverId });
  await call('/rest/v1/reviews', 'POST', { driver_id: driverId, rating: 3 });
  return { id: user.id, email: user.email!, token, driverId, photo, call };
}

interface Held {
  readonly account: Record<string, unknown>;
  readonly drivers: readonly Record<string, unknown>[];
  readonly sessions: readonly Record<string, unknown>[];
  readonly documents: readonly Record<string, unknown>[];
  readonly photos: readonly Record<string, unknown>[];
  readonly audit_log: readonly Record<string, unknown>[];
}

const personalData = '/rest/v1/rpc/personal_data';

test('a person gets everything that is held about them, and no secret of anybody', async () => {
  const ana = await driver();
  await signIn(server, ana.email, 'not the password');
  await sendAsAdmin(server, `/admin/users/${ana.id}`, { method: 'PUT', body: { user_metadata: { a: 1 } } });
  await server.context.audit.settled();
  const { status, body } = await ana.call<Held>(personalData, 'POST', {});
  expect(status).toBe(200);
  expect(body.account).toMatchObject({ id: ana.id, email: ana.email, user_metadata: { a: 1 } });
  expect(body.drivers).toMatchObject([
    { id: ana.driverId, name: 'Ana Soto', contact: '+56912345678', ratings: [{ rating: 3 }] },
  ]);
  expect(body.photos).toMatchObject([{ name: `profile-photos/${ana.id}-1.png` }]);
  expect(body.sessions).toHaveLength(1);
  const told = body.audit_log.map(({ action, by }) => [action, by]);
  expect(told).toEqual([
    ['user_signedup', 'you'],
    ['login', 'you'],
    ['driver_registered', 'you'],
    ['login_failed', 'unknown'],
    ['user_modified', 'others'],
    ['personal_data_read', 'you'],
  ]);
  const text = JSON.stringify(body);
  for (const secret of ['argon2', 'refresh_token', 'recovery_token', 'service_role', 'secret'])
    expect(text).not.toContain(secret);
});

test('administrators get it for somebody who asks; nobody else gets it', async () => {
  const ana = await driver();
  const ask = (who: 'carla' | 'diego') =>
    server.as(who).request(personalData, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ person: ana.id }),
    });
  const given = await ask('carla');
  expect(await given.json()).toMatchObject({ account: { email: ana.email } });
  expect((await ask('diego')).status).toBe(403);
  const stranger = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect((await server.request(personalData, stranger)).status).toBe(401);
  const unknown = await ana.call(personalData, 'POST', { person: randomUUID() });
  expect([unknown.status, unknown.body.code]).toEqual([403, 'forbidden']);
});

async function expectForgotten(ana: Member): Promise<void> {
  const { db, audit } = server.context;
  expect((await server.request(ana.photo)).status).toBe(400);
  expect(await db.query('select from auth.users where id = $1', [ana.id])).toEqual([]);
  expect(await db.query('select from auth.sessions where user_id = $1', [ana.id])).toEqual([]);
  expect(await db.query('select from public.drivers where id = $1', [ana.driverId])).toEqual([]);
  // The database tells its servers that the sessions have ended.
  await expect.poll(async () => (await ana.call('/rest/v1/drivers', 'GET')).status).toBe(401);
  await audit.settled();
  const named = await db.query(
    `select payload from auth.audit_log_entries where payload::text ilike '%' || $1 || '%'`,
    [ana.email],
  );
  expect(named).toEqual([]);
  const acts = await db.query<{ action: string }>(
    `select payload ->> 'action' as action from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 or payload -> 'traits' ->> 'user_id' = $1 order by created_at`,
    [ana.id],
  );
  expect(acts.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['user_signedup', 'login', 'user_deleted']),
  );
}

test('a driver deletes the own account: everything goes but the rating, which is nobody’s', async () => {
  const ana = await driver();
  const { db } = server.context;
  const before = await db.query('select from reviews where driver_id is null and rating = 3');
  await signIn(server, ana.email, 'not the password');
  const done = await ana.call('/functions/v1/my-data', 'DELETE', { password: goodPassword });
  expect(done).toEqual({ status: 204, body: null });
  await expectForgotten(ana);
  const after = await db.query('select from reviews where driver_id is null and rating = 3');
  expect(after).toHaveLength(before.length + 1);
  expect((await signIn(server, ana.email)).status).toBe(400);
  expect((await signUp(server, ana.email)).user.id).not.toBe(ana.id);
});

test('D3 an administrator does the same for somebody who asks', async () => {
  const ana = await driver();
  const path = `/functions/v1/admin-users/${ana.id}?everything=true`;
  expect((await server.as('carla').request(path, { method: 'DELETE' })).status).toBe(204);
  await expectForgotten(ana);
  expect((await server.as('carla').request(path, { method: 'DELETE' })).status).toBe(404);
});

test('a driver record that another account uses as well stays with that account', async () => {
  const ana = await driver();
  const { user } = await signUp(server);
  await server.context.db.query('insert into user_drivers values ($1, $2)', [user.id, ana.driverId]);
  expect((await ana.call('/functions/v1/my-data', 'DELETE', { password: goodPassword })).status).toBe(204);
  const rows = await server.context.db.query('select created_by from drivers where id = $1', [ana.driverId]);
  expect(rows).toEqual([{ created_by: null }]);
});

test('nothing is deleted without the password, by a method that is none, or of an administrator', async () => {
  const ana = await driver();
  for (const [body, status, code] of [
    [{ password: 'not the password' }, 400, 'current_password_invalid'],
    [{ password: '' }, 400, 'validation_failed'],
    [{}, 400, 'validation_failed'],
    [[], 400, 'bad_json'],
  ] as const)
    expect(await ana.call('/functions/v1/my-data', 'DELETE', body)).toMatchObject({ status, body: { code } });
  expect((await ana.call('/functions/v1/my-data', 'GET')).status).toBe(405);
  expect((await ana.call(`/functions/v1/my-data/${ana.id}`, 'DELETE', {})).status).toBe(404);
  expect((await server.request('/functions/v1/my-data', { method: 'DELETE' })).status).toBe(401);
  const own = await server.as('carla').request('/functions/v1/my-data', {
    method: 'DELETE',
    body: JSON.stringify({ password: goodPassword }),
  });
  expect([own.status, await own.json()]).toMatchObject([409, { code: 'self_delete' }]);
  expect((await ana.call('/rest/v1/drivers', 'GET')).status).toBe(200);
});

test('a driver’s documents are in the export, and their files go with the account', async () => {
  const ana = await driver();
  const { db } = server.context;
  const file = `drivers/${ana.driverId}/licence.pdf`;
  const uploaded = await server.request(`/storage/v1/object/documentos/${file}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/pdf' },
    body: '%PDF-1.4',
  });
  expect(uploaded.status).toBe(200);
  const [kind] = await db.query<{ id: string }>(`select id from document_kinds where name = 'Licencia A1'`);
  const document = { kind_id: kind!.id, driver_id: ana.driverId, expires_on: '2030-01-31', file };
  expect((await ana.call('/rest/v1/documents', 'POST', document)).status).toBe(201);
  const { body } = await ana.call<Held>(personalData, 'POST', {});
  expect(body.documents).toMatchObject([
    { kind: 'Licencia A1', expires_on: '2030-01-31', file, verified_at: null },
  ]);
  expect((await ana.call('/functions/v1/my-data', 'DELETE', { password: goodPassword })).status).toBe(204);
  const left = await db.query(`select from storage.objects where bucket_id = 'documentos'`);
  expect([await db.query('select from documents where driver_id = $1', [ana.driverId]), left]).toEqual([
    [],
    [],
  ]);
});

test('printed cards stay without name and photo; folio and plate answer for them', async () => {
  const ana = await driver();
  const { db } = server.context;
  await db.query(
    `insert into printed_cards (kind, folio, driver_id, driver_name, license_plate, photo_url, details)
     values ('credential', 7, $1, 'Ana Soto', 'CARD01', '/photo.jpg', '{}')`,
    [ana.driverId],
  );
  expect((await ana.call('/functions/v1/my-data', 'DELETE', { password: goodPassword })).status).toBe(204);
  const columns = 'driver_id, driver_name, photo_url, folio, license_plate';
  expect(await db.query(`select ${columns} from printed_cards`)).toEqual([
    { driver_id: null, driver_name: null, photo_url: null, folio: 7, license_plate: 'CARD01' },
  ]);
});

test('a person’s shifts stay without name and telephone; the code and the plate answer for the vehicle', async () => {
  const ana = await driver();
  const { db } = server.context;
  await db.query(
    `with vehicle as (insert into vehicles (license_plate) values ('SHFT01') returning id)
     insert into shifts (driver_id, vehicle_id, started_at, ended_at)
     select $1, id, now() - interval '9 hours', now() - interval '1 hour' from vehicle`,
    [ana.driverId],
  );
  const read = () =>
    db.query(
      `select driver_id, driver_name, driver_phone, driver_code is not null as coded, license_plate from shifts
       where license_plate = 'SHFT01'`,
    );
  const kept = { coded: true, license_plate: 'SHFT01' };
  expect(await read()).toEqual([
    { ...kept, driver_id: ana.driverId, driver_name: 'Ana Soto', driver_phone: '+56912345678' },
  ]);
  expect((await ana.call('/functions/v1/my-data', 'DELETE', { password: goodPassword })).status).toBe(204);
  expect(await read()).toEqual([{ ...kept, driver_id: null, driver_name: null, driver_phone: null }]);
});

test.each([
  ['a case without a shift', 'update cases set shift_id = null where driver_id = $1'],
  ['a case whose driver’s record the company has deleted', 'delete from drivers where id = $1'],
])('%s stays, and no longer names a person who is erased', async (_, change) => {
  const ana = await driver();
  const { db } = server.context;
  const plate = randomUUID().slice(0, 6).toUpperCase();
  await db.query(
    `with shift as (
       insert into shifts (driver_id, account_id, license_plate, started_at, ended_at)
       values ($1, $2, $3, now() - interval '9 hours', now() - interval '1 hour') returning *),
     ticket as (
       insert into tickets (subject, kind, language, body, due_on) values ('case', 'lost', 'de', 'x', now())
       returning id)
     insert into cases (id, driver_id, shift_id, driver_name, license_plate)
     select ticket.id, driver_id, shift.id, driver_name, license_plate from shift, ticket`,
    [ana.driverId, ana.id, plate],
  );
  const read = () => db.query('select driver_name, body from case_list where license_plate = $1', [plate]);
  await db.query(change, [ana.driverId]);
  expect(await read()).toEqual([{ driver_name: 'Ana Soto', body: 'x' }]);
  const address = `/functions/v1/admin-users/${ana.id}?everything=true`;
  expect((await server.as('carla').request(address, { method: 'DELETE' })).status).toBe(204);
  expect(await read()).toEqual([{ driver_name: null, body: 'x' }]);
});
