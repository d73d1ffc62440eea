import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../../backend/testing/storage.ts';
import { goodPassword, newEmail, refresh, sendAsAdmin, signIn } from '../../backend/testing/auth/auth.ts';
import { createActors, type Actors } from '../../server/testing/actors.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import {
  driverRow,
  json,
  mark,
  register,
  registerDriver,
  setApproval,
} from '../../server/testing/drivers.ts';
import { readFirstRelease } from '../../shared/testing/content.ts';

/** The acts of the office in a day, and the side doors to accounts, deletion and publishing. The matrices have every table. */
let server: ProductApp;
let everybody: Actors;
beforeAll(async () => {
  server = await startProductApp({ environment: { REQUESTS_PER_SECOND: '0', DRIVER_APPROVAL: 'manual' } });
  everybody = await createActors(server);
});
afterAll(() => server[Symbol.asyncDispose]());

const olga = (path: string, init?: RequestInit) => everybody.request('olga', path, init);

async function rpc(name: string, body: object, ask = olga) {
  const response = await ask(`/rest/v1/rpc/${name}`, json('POST', body));
  const text = await response.text();
  return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as unknown };
}

/** The acts in the log about a record, with the address of the person who did them. */
async function actsOn(target: string): Promise<readonly unknown[]> {
  await server.context.audit.settled();
  return server.context.db.query(
    `select payload ->> 'actor_id' as by, payload ->> 'action' as act from private.audit
     where payload -> 'traits' ->> 'target' = $1 order by created_at`,
    [target],
  );
}

test('the office activates a driver, and the log says who', async () => {
  const { driver } = await registerDriver(server);
  expect(driver.state).toBe('waiting');
  const approved = await olga(`/rest/v1/drivers?id=eq.${driver.id}`, json('PATCH', { approved: true }));
  expect(approved.status).toBe(200);
  const by = everybody.userId('olga');
  expect(await driverRow(server, driver.id)).toMatchObject({ state: 'active', approved_by: by });
  const acts = await actsOn(`driver:${driver.id}`);
  expect(acts.at(-1)).toEqual({ by, act: 'driver_approved' });
});

test('P7: the office makes itself no driver, neither by a link nor by approving what it was before', async () => {
  const self = everybody.userId('olga');
  const own = json('POST', { name: 'Olga', license_plate: mark(), driver_code: mark(), created_by: self });
  const [{ id }] = (await (await olga('/rest/v1/drivers', own)).json()) as [{ id: string }];
  const link = json('POST', { user_id: self, driver_id: id });
  expect((await olga('/rest/v1/user_drivers', link)).status).toBe(403);
  // A driver who was promoted to the office approves another driver, and not the own record.
  const { driver: other } = await registerDriver(server);
  await server.context.db.query('insert into user_drivers (user_id, driver_id) values ($1, $2)', [self, id]);
  await server.context.db.query('update drivers set approved_at = null where id = $1', [id]);
  for (const driver of [id, other.id])
    await olga(`/rest/v1/drivers?id=eq.${driver}`, json('PATCH', { approved: true }));
  expect((await driverRow(server, id)).state).toBe('waiting');
  expect((await driverRow(server, other.id)).state).toBe('active');
  await setApproval(server, id, true);
  expect((await driverRow(server, id)).state).toBe('active');
  await server.context.db.query('delete from drivers where id = $1', [id]);
});

test('what the office corrects in an active driver’s record needs no second approval', async () => {
  const { driver } = await registerDriver(server);
  await setApproval(server, driver.id, true);
  const change = json('PATCH', { name: 'Rosa Soto', photo_url: null });
  expect((await olga(`/rest/v1/drivers?id=eq.${driver.id}`, change)).status).toBe(200);
  expect(await driverRow(server, driver.id)).toMatchObject({ name: 'Rosa Soto', state: 'active' });
});

test('the office takes a driver out of the company and back, with the account', async () => {
  const { driver, userId } = await registerDriver(server);
  await setApproval(server, driver.id, true);
  const isBlocked = async () => {
    const rows = await server.context.db.query(
      'select from auth.users where id = $1 and banned_until > now()',
      [userId],
    );
    return rows.length === 1;
  };
  expect((await rpc('driver_left', { driver: driver.id })).status).toBe(204);
  expect(await isBlocked()).toBe(true);
  expect((await rpc('driver_returned', { driver: driver.id })).status).toBe(204);
  expect([await isBlocked(), (await driverRow(server, driver.id)).state]).toEqual([false, 'active']);
});

test('the office blocks no account by way of a record that it writes: not in another’s name, not of staff', async () => {
  const { userId } = await register(server);
  const record = { name: 'Mallory', license_plate: mark(), driver_code: mark() };
  const written = (created_by: string | null) =>
    olga('/rest/v1/drivers', json('POST', { ...record, created_by }));
  for (const victim of [userId, server.as('carla').userId]) expect((await written(victim)).status).toBe(403);
  const response = await written(null);
  expect(response.status).toBe(201);
  const [{ id }] = (await response.json()) as [{ id: string }];
  const link = json('POST', { user_id: userId, driver_id: id });
  expect((await olga('/rest/v1/user_drivers', link)).status).toBe(403);
  const own = json('POST', { ...record, license_plate: mark(), driver_code: mark() });
  const [{ id: ownRecord }] = (await (await olga('/rest/v1/drivers', own)).json()) as [{ id: string }];
  expect((await rpc('driver_left', { driver: ownRecord })).status).toBe(204);
  expect((await olga('/rest/v1/drivers?select=id&limit=1')).status).toBe(200);
});

test('the office rejects a document that waits, and the log says who; one in force stays', async () => {
  const { driver, request } = await registerDriver(server);
  await setApproval(server, driver.id, true);
  const [kind] = (await (await olga('/rest/v1/document_kinds?owner=eq.driver&select=id&limit=1')).json()) as [
    { id: string },
  ];
  const licence = json('POST', { kind_id: kind.id, driver_id: driver.id, expires_on: '2031-05-01' });
  const isDeleted = async (id: string): Promise<boolean> => {
    const response = await olga(`/rest/v1/documents?id=eq.${id}&select=id`, json('DELETE', {}));
    return ((await response.json()) as readonly unknown[]).length === 1;
  };
  const insert = async (ask: typeof olga) => {
    const response = await ask('/rest/v1/documents?select=id', licence);
    const [{ id }] = (await response.json()) as [{ id: string }];
    return id;
  };
  const waiting = await insert(request);
  expect(await isDeleted(waiting)).toBe(true);
  expect(await actsOn(`document:${waiting}`)).toMatchObject([
    { act: 'document_sent' },
    { act: 'document_rejected', by: everybody.userId('olga') },
  ]);
  expect(await isDeleted(await insert(olga))).toBe(false);
});

test('no link for a device signs in as somebody of the office', async () => {
  const { driver, userId } = await registerDriver(server);
  const role = { app_metadata: { role: 'office' }, password: goodPassword };
  await sendAsAdmin(server, `/admin/users/${userId}`, { method: 'PUT', body: role });
  expect(await rpc('create_device_link', { driver: driver.id, name: 'Auto 7' })).toMatchObject({
    status: 409,
    body: { code: 'driver_without_account' },
  });
});

test('deleting a driver does not sign the office out that drives too', async () => {
  const { driver, userId } = await registerDriver(server);
  const role = { app_metadata: { role: 'office' }, password: goodPassword };
  const { body: account } = await sendAsAdmin(server, `/admin/users/${userId}`, {
    method: 'PUT',
    body: role,
  });
  const session = await signIn(server, String(account['email']));
  await server.as('carla').request(`/rest/v1/drivers?id=eq.${driver.id}`, { method: 'DELETE' });
  expect((await refresh(server, String(session.body['refresh_token']))).status).toBe(200);
});

test('the office saves the draft; only an administrator publishes it, and passengers read it only then', async () => {
  const first = readFirstRelease();
  const routes = first.routes.map((route) => ({ ...route, prices: [{ pesos: 24_000 }] }));
  const saved = await rpc('save_content', { content: { ...first, routes }, expected_version: 1 });
  expect(saved).toEqual({ status: 200, body: 2 });
  const publish = { expected_version: 2, note: 'Suben los peajes' };
  expect(await rpc('publish_content', publish)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
  const shown = async () => {
    const response = await server.request('/rest/v1/content_releases?select=id&order=id.desc&limit=1');
    return ((await response.json()) as [{ id: number }])[0].id;
  };
  expect(await shown()).toBe(1);
  const published = await rpc('publish_content', publish, (path, init) =>
    server.as('carla').request(path, init),
  );
  expect([published, await shown()]).toEqual([{ status: 200, body: 2 }, 2]);
});

test('a picture that the office stores for the content is in the log, as an administrator’s is', async () => {
  const body = new Blob([new Uint8Array(await picture(8, 8))], { type: 'image/jpeg' });
  const name = `${randomUUID()}.jpg`;
  expect((await olga(`/storage/v1/object/contenido/${name}`, { method: 'POST', body })).status).toBe(200);
  await server.context.audit.settled();
  const entries = await server.context.db.query(
    `select from private.audit_log where payload ->> 'actor_id' = $1 and payload -> 'traits' ->> 'target' like $2`,
    [everybody.userId('olga'), `%${name}`],
  );
  expect(entries).toHaveLength(1);
});

test('S5 an administrator’s token grants nothing after a move to the office; the next one grants the office’s', async () => {
  const email = newEmail();
  const account = { email, password: goodPassword, email_confirm: true, app_metadata: { role: 'admin' } };
  const { body: user } = await sendAsAdmin(server, '/admin/users', { method: 'POST', body: account });
  const session = (await signIn(server, email)).body;
  /** Rights that a token gives: other people's drivers, the log, the accounts, the draft. */
  const rights = async (token: unknown) => {
    const ask = (path: string, init: RequestInit = {}) =>
      server.request(path, {
        ...init,
        headers: { authorization: `Bearer ${String(token)}`, ...init.headers },
      });
    const drivers = (await (await ask('/rest/v1/drivers?select=id')).json()) as unknown[];
    const log = await ask('/rest/v1/rpc/audit_log', { method: 'POST' });
    const accounts = await ask('/functions/v1/admin-users');
    const draft = (await (await ask('/rest/v1/content_drafts?select=id')).json()) as unknown[];
    return [drivers.length > 0, log.status, accounts.status, draft.length];
  };
  expect(await rights(session['access_token'])).toEqual([true, 200, 200, 1]);
  // Straight in the database: auth/v1 of our server also ends the sessions, that of a hosted project does not.
  await server.context.db.query(
    `update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "office"}' where id = $1`,
    [user['id']],
  );
  expect(await rights(session['access_token'])).toEqual([false, 403, 403, 0]);
  const renewed = (await refresh(server, String(session['refresh_token']))).body;
  expect(await rights(renewed['access_token'])).toEqual([true, 403, 403, 1]);
});
