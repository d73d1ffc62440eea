import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp({ environment: { DRIVER_APPROVAL: 'manual' } });
});
afterAll(() => server[Symbol.asyncDispose]());

type Send = (path: string, init?: RequestInit) => Promise<Response>;

interface DriverRow {
  readonly id: string;
  readonly name: string;
  readonly approved: boolean;
  readonly version: number;
  readonly verification_code: string;
}

function json(method: string, body: unknown, prefer = 'return=representation'): RequestInit {
  const headers = { 'content-type': 'application/json', prefer };
  return { method, headers, body: JSON.stringify(body) };
}

async function change(send: Send, id: string | undefined, fields: object) {
  const response = await send(`/rest/v1/drivers?id=eq.${id}`, json('PATCH', fields));
  const body: unknown = await response.json();
  return { status: response.status, body, code: (body as { code?: string }).code };
}

async function diegoRow(): Promise<DriverRow> {
  const rows = await server.context.db.query<DriverRow>('select * from drivers where id = $1', [
    server.as('diego').driverId,
  ]);
  return rows[0]!;
}

const approve = (approved: boolean): Promise<unknown> =>
  server.context.db.query('update drivers set approved = $2 where id = $1', [
    server.as('diego').driverId,
    approved,
  ]);
beforeEach(() => approve(true));

async function register(send: Send, fields: object = {}): Promise<Response> {
  const mark = randomUUID().slice(0, 6).toUpperCase();
  const driver = { name: 'Nora', license_plate: mark, driver_code: mark, contact: '+56911111111' };
  return send('/rest/v1/drivers', json('POST', { ...driver, ...fields }));
}

test('D6 who registers waits, where the operator has chosen so; whoever an administrator writes does not', async () => {
  const nora = server.as('nora');
  const registered = await register(nora.request);
  expect(await registered.json()).toMatchObject([{ approved: false }]);
  const forged = await register(nora.request, { approved: true });
  expect(forged.status).toBe(403);
  const written = await register(server.as('carla').request);
  expect(await written.json()).toMatchObject([{ approved: true }]);
});

test('D6 nobody waits as long as the operator has chosen nothing', async () => {
  await using other = await startProductApp();
  const registered = await register(other.as('nora').request);
  expect(await registered.json()).toMatchObject([{ approved: true }]);
});

test('D6 who is not approved sees the own record and that it waits, and gets no rating, no link, no confirmation', async () => {
  const diego = server.as('diego');
  const { verification_code: code } = await diegoRow();
  const review = { driver_id: diego.driverId, rating: 5 };
  const made = await diego.request('/rest/v1/rpc/create_rating_link', json('POST', {}));
  const [{ token }] = (await made.json()) as [{ token: string }];
  await approve(false);

  const own = await diego.request('/rest/v1/drivers?select=approved');
  expect(await own.json()).toEqual([{ approved: false }]);
  const rated = await diego.request('/rest/v1/reviews', json('POST', review, 'return=minimal'));
  expect([rated.status, ((await rated.json()) as { code: string }).code]).toEqual([403, '42501']);
  const link = await diego.request('/rest/v1/rpc/create_rating_link', json('POST', {}));
  expect([link.status, ((await link.json()) as { code: string }).code]).toEqual([
    403,
    'driver_not_in_service',
  ]);
  const byLink = await server.request('/rest/v1/rpc/rate_by_link', json('POST', { token, rating: 5 }));
  expect(byLink.status).toBe(400);
  const verified = await server.request('/rest/v1/rpc/verify_driver', json('POST', { code }));
  expect(await verified.json()).toEqual([]);

  await approve(true);
  expect((await diego.request('/rest/v1/reviews', json('POST', review, 'return=minimal'))).status).toBe(201);
  const confirmed = await server.request('/rest/v1/rpc/verify_driver', json('POST', { code }));
  expect(await confirmed.json()).toHaveLength(1);
});

test('D6 a rating link of a blocked driver takes no ratings', async () => {
  const elena = server.as('elena');
  const made = await elena.request('/rest/v1/rpc/create_rating_link', json('POST', {}));
  const [{ token }] = (await made.json()) as [{ token: string }];
  const until = (time: string): Promise<unknown> =>
    server.context.db.query(`update auth.users set banned_until = ${time} where id = $1`, [elena.userId]);
  await until(`now() + interval '1 day'`);
  const rate = () => server.request('/rest/v1/rpc/rate_by_link', json('POST', { token, rating: 1 }));
  expect((await rate()).status).toBe(400);
  await until('null');
  expect((await rate()).status).toBeLessThan(300);
});

test('D6 an administrator approves, and the driver’s devices hear of it', async () => {
  await approve(false);
  const { status, body } = await change(server.as('carla').request, server.as('diego').driverId, {
    approved: true,
  });
  expect([status, (body as DriverRow[])[0]?.approved]).toEqual([200, true]);
  const published = await server.context.db.query(
    `select from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'drivers'`,
  );
  expect(published).toHaveLength(1);
});

test.each([
  ['approved', { approved: true }],
  ['created_by', { created_by: '{elena}' }],
  ['id', { id: '{elena}' }],
  ['approved beside what he may not write either', { name: 'Diego', approved: true }],
])('R2 a driver who changes %s of his own record is refused, and nothing changes', async (_, fields) => {
  await approve(false);
  const before = await diegoRow();
  const filled = JSON.parse(JSON.stringify(fields).replace('{elena}', server.as('elena').userId)) as object;
  const { status, code } = await change(server.as('diego').request, server.as('diego').driverId, filled);
  expect([status, code]).toEqual([403, '42501']);
  expect(await diegoRow()).toEqual(before);
});

test('R2 a driver changes and deletes no row of another driver', async () => {
  const elena = server.as('elena');
  const path = `/rest/v1/drivers?id=eq.${server.as('diego').driverId}`;
  const changed = await elena.request(path, json('PATCH', { name: 'X' }));
  expect([changed.status, await changed.json()]).toEqual([200, []]);
  const deleted = await elena.request(path, json('DELETE', undefined));
  expect([deleted.status, await deleted.json()]).toEqual([200, []]);
  expect((await change(elena.request, server.as('diego').driverId, { approved: false })).status).toBe(403);
  expect(await diegoRow()).toMatchObject({ name: 'diego', approved: true });
});

test('D5 of two administrators who edit the same driver the second is told, and nothing of the first is lost', async () => {
  const carla = server.as('carla').request;
  const { driverId } = server.as('diego');
  const { version } = await diegoRow();
  const first = await change(carla, driverId, { contact: '+56933333333', version });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject([{ version: version + 1 }]);
  const second = await change(carla, driverId, { contact: '+56944444444', version });
  expect([second.status, second.code]).toEqual([409, 'edit_conflict']);
  expect(await diegoRow()).toMatchObject({ contact: '+56933333333', version: version + 1 });
  const again = await change(carla, driverId, { contact: '+56944444444', version: version + 1 });
  expect(again.status).toBe(200);
});

test('D5 of two edits at the same moment one is told', async () => {
  const carla = server.as('carla').request;
  const { driverId } = server.as('diego');
  const { version } = await diegoRow();
  const answers = await Promise.all(
    ['+56955555550', '+56955555551', '+56955555552'].map((contact) =>
      change(carla, driverId, { contact, version }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test('D5 a rating in between is no conflict, nor is a client that knows no versions', async () => {
  const carla = server.as('carla').request;
  const diego = server.as('diego');
  const { version } = await diegoRow();
  await diego.request('/rest/v1/reviews', json('POST', { driver_id: diego.driverId, rating: 4 }, ''));
  const saved = await change(carla, diego.driverId, { contact: '+56966666666', version });
  expect(saved.status).toBe(200);
  expect((await change(carla, diego.driverId, { contact: '+56977777777' })).status).toBe(200);
});

test('D3 a driver who is deleted: the link goes, the sessions end, the reviews stay without a name', async () => {
  await using own = await startProductApp();
  const { db } = own.context;
  const [diego, elena] = [own.as('diego'), own.as('elena')];
  await db.query('insert into reviews (driver_id, rating) values ($1, 2)', [diego.driverId]);
  expect((await diego.request('/rest/v1/drivers?select=name')).status).toBe(200);
  const path = `/rest/v1/drivers?id=eq.${diego.driverId}`;
  expect((await own.as('carla').request(path, json('DELETE', undefined))).status).toBe(200);
  expect(await db.query('select from user_drivers where user_id = $1', [diego.userId])).toHaveLength(0);
  expect(await db.query('select driver_id, rating, user_name from reviews')).toEqual([
    { driver_id: null, rating: 2, user_name: 'Anonymous' },
  ]);
  await expect.poll(async () => (await diego.request('/rest/v1/drivers?select=name')).status).toBe(401);
  expect((await elena.request('/rest/v1/drivers?select=name')).status).toBe(200);
  expect((await own.as('carla').request('/rest/v1/drivers?select=name')).status).toBe(200);
});
