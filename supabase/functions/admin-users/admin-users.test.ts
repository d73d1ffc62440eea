import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../../server/testing/app.ts';
import type { Account } from './users.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const address = '/functions/v1/admin-users';
const password = 'cobre nieve 51 pacífico';

interface Answer<Body> {
  readonly status: number;
  readonly body: Body;
}
interface Failure {
  readonly code: string;
  readonly message: string;
}

type Name = 'carla' | 'diego' | 'elena' | 'nora';

async function send<Body = Failure>(
  who: Name | string,
  method: string,
  path = '',
  body?: unknown,
): Promise<Answer<Body>> {
  const token = ['carla', 'diego', 'elena', 'nora'].includes(who) ? server.as(who as Name).token : who;
  const response = await server.request(address + path, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === '' ? undefined : JSON.parse(text)) as Body };
}

async function signIn(email: string, secret = password) {
  const response = await server.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: secret }),
  });
  const body = (await response.json()) as { access_token?: string };
  return { status: response.status, token: body.access_token ?? '' };
}

/** A new account, made over the wire. */
async function create(fields: Record<string, unknown> = {}): Promise<Account> {
  const email = `${randomUUID()}@example.com`;
  const { status, body } = await send<Account>('carla', 'POST', '', { email, password, ...fields });
  expect(status).toBe(201);
  return body;
}

async function createAdministrator() {
  const user = await create({ role: 'admin' });
  return { ...user, token: (await signIn(user.email)).token };
}

async function countUsers(): Promise<number> {
  return (await server.context.db.query('select from auth.users')).length;
}

describe('who may', () => {
  const requests = [
    ['GET', ''],
    ['POST', ''],
    ['PATCH', `/${randomUUID()}`],
    ['DELETE', `/${randomUUID()}`],
  ] as const;

  test.each(requests)('D1 %s %s: administrators only', async (method, path) => {
    const { keys } = server.context.config;
    for (const nobody of [keys.publishable, keys.secret])
      expect(await send(nobody, method, path)).toMatchObject({
        status: 401,
        body: { code: 'no_authorization' },
      });
    for (const driver of ['diego', 'nora'] as const)
      expect(await send(driver, method, path)).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    expect((await server.request(address + path, { method })).status).toBe(401);
    expect((await send('a.b.c', method, path)).status).toBe(401);
  });

  test('D1 nobody whose user_metadata says that they are an administrator', async () => {
    const changed = await server.as('nora').request('/auth/v1/user', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: { role: 'admin' } }),
    });
    expect(changed.status).toBe(200);
    expect((await send('nora', 'GET')).status).toBe(403);
  });

  test('D1 nobody who was demoted, signed out, banned or deleted a moment ago', async () => {
    const { db } = server.context;
    const demoted = await createAdministrator();
    expect((await send(demoted.token, 'GET')).status).toBe(200);
    // Straight in the database, so that the token itself still says “admin”.
    await db.query(`update auth.users set raw_app_meta_data = '{}' where id = $1`, [demoted.id]);
    expect((await send(demoted.token, 'GET')).status).toBe(403);

    const endings = [
      'delete from auth.sessions where user_id = $1',
      `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
      'delete from auth.users where id = $1',
    ];
    for (const ending of endings) {
      const ended = await createAdministrator();
      await db.query(ending, [ended.id]);
      expect((await send(ended.token, 'GET')).status).toBe(401);
    }
  });

  test('D1 nobody with a token that has expired, and no user at all in auth/v1/admin', async () => {
    const { tokens } = server.context;
    const { userId, sessionId } = server.as('carla');
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      aud: 'authenticated',
      role: 'authenticated',
      app_metadata: { role: 'admin' },
      aal: 'aal1',
    };
    const old = { ...claims, sub: userId, session_id: sessionId, iat: now - 3700, exp: now - 100 };
    const expired = await tokens.sign(old);
    expect((await send(expired, 'GET')).status).toBe(401);
    const { keys } = server.context.config;
    const revoked = await createAdministrator();
    await server.context.db.query('delete from auth.sessions where user_id = $1', [revoked.id]);
    const callers = [
      keys.publishable,
      server.as('diego').token,
      server.as('carla').token,
      revoked.token,
      expired,
    ];
    for (const token of callers) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await server.request('/auth/v1/admin/users', { headers });
      expect([401, 403]).toContain(response.status);
    }
  });

  test('pages of other origins learn nothing', async () => {
    const response = await server
      .as('carla')
      .request(address, { headers: { origin: 'https://evil.example' } });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('the list', () => {
  test('shows who is who, with their driver', async () => {
    const { status, body } = await send<{ users: Account[]; total: number }>('carla', 'GET', '?per_page=200');
    expect(status).toBe(200);
    expect(body.total).toBe(body.users.length);
    const { diego, carla } = { diego: server.as('diego'), carla: server.as('carla') };
    expect(body.users.find(({ id }) => id === diego.userId)).toEqual({
      id: diego.userId,
      email: 'diego@example.com',
      role: 'driver',
      blocked: false,
      created_at: expect.stringMatching(/^\d{4}-/) as string,
      last_sign_in_at: null,
      has_second_factor: false,
      driver: { id: diego.driverId, name: 'diego', license_plate: 'DDDD11' },
    });
    expect(body.users.find(({ id }) => id === carla.userId)).toMatchObject({ role: 'admin', driver: null });
  });

  test('is searched by e-mail and comes in pages', async () => {
    const mark = randomUUID();
    for (const name of ['a', 'b', 'c']) await create({ email: `${name}.${mark}@example.com` });
    const list = async (query: string) =>
      (await send<{ users: Account[]; total: number }>('carla', 'GET', query)).body;
    const first = await list(`?search=${mark.toUpperCase()}&per_page=2`);
    const second = await list(`?search=${mark}&per_page=2&page=2`);
    expect([first.total, second.total]).toEqual([3, 3]);
    const emails = [...first.users, ...second.users].map(({ email }) => email[0]);
    expect(emails).toEqual(['c', 'b', 'a']);
    expect(await list(`?search=${mark}&page=9`)).toEqual({ users: [], total: 3 });
    expect((await list(`?search=${encodeURIComponent("%' or 1=1 --")}`)).users).toEqual([]);
  });

  test('has the accounts of one role, in pages, with who has a second factor', async () => {
    const { userId } = server.as('diego');
    await server.context.db.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [userId],
    );
    const list = async (query: string) =>
      (await send<{ users: Account[]; total: number }>('carla', 'GET', query)).body;
    const [drivers, admins] = [await list('?role=driver&per_page=200'), await list('?role=admin')];
    await server.context.db.query('delete from auth.mfa_factors where user_id = $1', [userId]);
    expect(drivers.users.find(({ id }) => id === userId)).toMatchObject({ has_second_factor: true });
    expect(admins.total).toBe(admins.users.length);
    expect(new Set(admins.users.map(({ role }) => role))).toEqual(new Set(['admin']));
    const { users, total } = await list('?role=driver&per_page=1&page=2');
    expect([users.map(({ id }) => id), total]).toEqual([[drivers.users[1]!.id], drivers.total]);
    expect((await send('carla', 'GET', '?role=boss')).status).toBe(400);
  });

  test('D5 gives at most 200 at once', async () => {
    await server.context.db.query(
      `insert into auth.users (email) select 'many-' || n || '@example.com' from generate_series(1, 210) n`,
    );
    const { body } = await send<{ users: Account[]; total: number }>('carla', 'GET', '?per_page=100000');
    expect(body.users).toHaveLength(200);
    expect(body.total).toBeGreaterThanOrEqual(214);
    await server.context.db.query(`delete from auth.users where email like 'many-%'`);
  });

  test.each(['?page=-1', '?page=0', '?page=1.5', '?per_page=x', '?page=99999999999', '?search=%00'])(
    'D5 %s is refused',
    async (query) => {
      expect(await send('carla', 'GET', query)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );
});

describe('creating', () => {
  test('gives an account that can sign in at once, with its driver', async () => {
    const driverId = server.as('elena').driverId;
    const email = `${randomUUID()}@example.com`;
    const user = await create({ email: ` ${email.toUpperCase()} `, driver_id: driverId });
    expect(user).toMatchObject({
      email,
      role: 'driver',
      driver: { id: driverId, name: 'elena', license_plate: 'EEEE22' },
    });
    expect((await signIn(email)).status).toBe(200);
  });

  test('of an administrator gives one', async () => {
    const { token, role } = await createAdministrator();
    expect(role).toBe('admin');
    expect((await send(token, 'GET')).status).toBe(200);
  });

  test('V5: an administrator who is created has the given password alone, and can be a driver too', async () => {
    const driverId = server.as('elena').driverId;
    const user = await create({ role: 'admin', driver_id: driverId });
    expect(user).not.toHaveProperty('new_password');
    expect(user).toMatchObject({ role: 'admin', driver: { id: driverId } });
    const [{ raw_app_meta_data: metadata } = {}] = await server.context.db.query<{
      raw_app_meta_data: Record<string, unknown>;
    }>('select raw_app_meta_data from auth.users where id = $1', [user.id]);
    expect(metadata).toMatchObject({ role: 'admin' });
    expect((await signIn(user.email)).status).toBe(200);
  });

  test('of an administrator is refused to a driver, in any spelling of the role', async () => {
    const before = await countUsers();
    const email = `${randomUUID()}@example.com`;
    expect(await send('diego', 'POST', '', { email, password, role: 'admin' })).toMatchObject({
      status: 403,
      body: { code: 'not_admin' },
    });
    for (const role of ['superadmin', 'Admin', 'service_role', ['admin'], { role: 'admin' }, true, null])
      expect(await send('carla', 'POST', '', { email, password, role })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    expect(await countUsers()).toBe(before);
  });

  test('of an administrator stands in the audit log with its role, of a driver without', async () => {
    const acts = async ({ email }: Account) => {
      const query = `/audit?person=${encodeURIComponent(email)}&action=user_signedup`;
      const { body } = await send<{ entries: { payload: { actor_username: string; traits: object } }[] }>(
        'carla',
        'GET',
        query,
      );
      return body.entries.map(({ payload }) => payload);
    };
    expect(await acts(await create({ role: 'admin' }))).toMatchObject([
      { actor_username: 'carla@example.com', traits: { changed: 'role_admin' } },
    ]);
    const [driver] = await acts(await create({ user_metadata: { role: 'admin' } }));
    expect(driver?.traits).not.toHaveProperty('changed');
  });

  test('D2 with a driver that does not exist creates nothing', async () => {
    const before = await countUsers();
    const fields = { email: `${randomUUID()}@example.com`, password, driver_id: randomUUID() };
    expect(await send('carla', 'POST', '', fields)).toMatchObject({
      status: 404,
      body: { code: 'driver_not_found' },
    });
    expect(await countUsers()).toBe(before);
  });

  test('D2 with a driver that goes in that very moment creates nothing', async () => {
    const before = await countUsers();
    await server.context.db.query(`create function public.too_late() returns trigger language plpgsql as $$
      begin raise foreign_key_violation; end $$;
      create trigger too_late before insert on public.user_drivers for each row execute function public.too_late()`);
    const fields = { email: `${randomUUID()}@example.com`, password, driver_id: server.as('elena').driverId };
    expect((await send('carla', 'POST', '', fields)).status).toBe(422);
    await server.context.db.query('drop function public.too_late() cascade');
    expect(await countUsers()).toBe(before);
  });

  test('D2 twice with one e-mail is refused', async () => {
    const { email } = await create();
    for (const again of [email, email.toUpperCase()])
      expect(await send('carla', 'POST', '', { email: again, password })).toMatchObject({
        status: 422,
        body: { code: 'email_exists' },
      });
  });

  test('D2 takes nothing but what the panel may set', async () => {
    const id = randomUUID();
    const user = await create({
      id,
      app_metadata: { role: 'admin' },
      user_metadata: { role: 'admin' },
      ban_duration: '10h',
      is_super_admin: true,
    });
    expect(user).toMatchObject({ role: 'driver', driver: null });
    expect(user.id).not.toBe(id);
    expect((await signIn(user.email)).status).toBe(200);
  });

  const email = 'valid@example.com';
  test.each([
    ['', 'bad_json'],
    ['{', 'bad_json'],
    ['[]', 'bad_json'],
    ['null', 'bad_json'],
    [{}, 'validation_failed'],
    [{ email }, 'validation_failed'],
    [{ password }, 'validation_failed'],
    [{ email: 'no address', password }, 'validation_failed'],
    [{ email: `${'x'.repeat(250)}@example.com`, password }, 'validation_failed'],
    [{ email: 'a\0b@example.com', password }, 'validation_failed'],
    [{ email, password: '' }, 'validation_failed'],
    [{ email, password: 12345678 }, 'validation_failed'],
    [{ email, password, role: 'service_role' }, 'validation_failed'],
    [{ email, password, driver_id: 'x' }, 'validation_failed'],
  ])('from %j is refused', async (body, code) => {
    expect(await send('carla', 'POST', '', body)).toMatchObject({ status: 400, body: { code } });
  });

  test.each(['abc', '1234567', 'ñandúes'])('with the password “%s” is refused as too weak', async (weak) => {
    const before = await countUsers();
    const fields = { email: `${randomUUID()}@example.com`, password: weak };
    expect(await send('carla', 'POST', '', fields)).toMatchObject({
      status: 422,
      body: { code: 'weak_password' },
    });
    expect(await countUsers()).toBe(before);
  });

  test('V23.7: with a password that is easy to guess is refused, with the reason', async () => {
    const fields = { email: `${randomUUID()}@example.com`, password: '12345678' };
    expect(await send('carla', 'POST', '', fields)).toMatchObject({
      status: 422,
      body: { code: 'weak_password', message: expect.stringContaining('easy to guess') as string },
    });
  });

  test('from a body that is too large is refused', async () => {
    const { status } = await send('carla', 'POST', '', { email, password, more: 'x'.repeat(200_000) });
    expect(status).toBe(413);
  });
});

describe('the office', () => {
  test('D2 is created at once, is no driver, and stands in the audit log with its role', async () => {
    const user = await create({ role: 'office' });
    expect(user).toMatchObject({ role: 'office', driver: null });
    expect(user).not.toHaveProperty('new_password');
    const { token } = await signIn(user.email);
    expect(await send(token, 'GET')).toMatchObject({ status: 403, body: { code: 'not_admin' } });
    const log = await send<{ entries: { payload: { traits: object } }[] }>(
      'carla',
      'GET',
      `/audit?person=${encodeURIComponent(user.email)}&action=user_signedup`,
    );
    expect(log.body.entries.map(({ payload }) => payload.traits)).toMatchObject([{ changed: 'role_office' }]);
  });

  test('V5: a promotion to it or from it sets a new password; a step down keeps the password', async () => {
    const user = await create();
    const change = async (role: string) =>
      (await send<Account>('carla', 'PATCH', `/${user.id}`, { role })).body;
    const office = await change('office');
    expect(office).toMatchObject({
      role: 'office',
      new_password: expect.stringMatching(/^(\w{4}-){4}\w{4}$/),
    });
    expect((await signIn(user.email)).status).toBe(400);
    const promoted = await change('admin');
    expect(promoted).toMatchObject({ role: 'admin', new_password: expect.any(String) });
    expect((await signIn(user.email, office.new_password)).status).toBe(400);
    expect(await change('office')).not.toHaveProperty('new_password');
    const { token, status } = await signIn(user.email, promoted.new_password);
    expect(status).toBe(200);
    expect((await send(token, 'GET')).status).toBe(403);
    const driver = await change('driver');
    expect(driver).toMatchObject({ role: 'driver' });
    expect(driver).not.toHaveProperty('new_password');
  });

  test('neither deletes its own account nor is it a step down that administrators take themselves', async () => {
    const user = await create({ role: 'office' });
    const { token } = await signIn(user.email);
    const own = await server.request('/functions/v1/my-data', {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ password }),
    });
    expect([own.status, ((await own.json()) as Failure).code]).toEqual([409, 'self_delete']);
    expect(await send('carla', 'PATCH', `/${server.as('carla').userId}`, { role: 'office' })).toMatchObject({
      status: 409,
      body: { code: 'self_demote' },
    });
  });
});

describe('changing', () => {
  let user: Account;
  beforeEach(async () => {
    user = await create();
  });

  test('e-mail and password', async () => {
    const email = `new-${user.email}`;
    const changed = await send<Account>('carla', 'PATCH', `/${user.id}`, { email, password: `${password}!` });
    expect(changed).toMatchObject({ status: 200, body: { id: user.id, email } });
    expect((await signIn(email, `${password}!`)).status).toBe(200);
    expect((await signIn(user.email)).status).toBe(400);
    const taken = await send('carla', 'PATCH', `/${user.id}`, { email: 'diego@example.com' });
    expect(taken).toMatchObject({ status: 422, body: { code: 'email_exists' } });
    const weak = await send('carla', 'PATCH', `/${user.id}`, { password: 'abc' });
    expect(weak).toMatchObject({ status: 422, body: { code: 'weak_password' } });
  });

  test('the driver: another, none, and one that does not exist', async () => {
    const change = async (driver: string | null) =>
      send<Account>('carla', 'PATCH', `/${user.id}`, { driver_id: driver });
    const [diego, elena] = [server.as('diego').driverId ?? '', server.as('elena').driverId ?? ''];
    expect((await change(diego)).body.driver).toMatchObject({ id: diego });
    expect((await change(elena)).body.driver).toMatchObject({ id: elena });
    expect(await change(randomUUID())).toMatchObject({ status: 404, body: { code: 'driver_not_found' } });
    expect((await send<Account>('carla', 'PATCH', `/${user.id}`, {})).body.driver).toMatchObject({
      id: elena,
    });
    expect((await change(null)).body.driver).toBeNull();
    expect((await change(null)).body.driver).toBeNull();
  });

  test('the role, and what was taken is gone at once', async () => {
    const promoted = await send<Account>('carla', 'PATCH', `/${user.id}`, { role: 'admin' });
    expect(promoted.body.role).toBe('admin');
    const { token } = await signIn(user.email, promoted.body.new_password);
    expect((await send(token, 'GET')).status).toBe(200);
    const demoted = await send<Account>('carla', 'PATCH', `/${user.id}`, { role: 'driver' });
    expect(demoted.body.role).toBe('driver');
    expect([401, 403]).toContain((await send(token, 'GET')).status);
  });

  test('V5: whoever knew the password or had a session does not share a promotion', async () => {
    const before = (await signIn(user.email)).token;
    const { body } = await send<Account>('carla', 'PATCH', `/${user.id}`, { role: 'admin' });
    expect(body.new_password).toMatch(/^(\w{4}-){4}\w{4}$/);
    expect((await send(before, 'GET')).status).toBe(401);
    expect((await signIn(user.email)).status).toBe(400);
    expect((await signIn(user.email, body.new_password)).status).toBe(200);
    const again = await send<Account>('carla', 'PATCH', `/${user.id}`, { role: 'admin' });
    expect(again.body).not.toHaveProperty('new_password');
    expect((await signIn(user.email, body.new_password)).status).toBe(200);
  });

  test('V5: a promotion with a password of the administrator shows none', async () => {
    await server.context.db.query('update auth.users set email_confirmed_at = null where id = $1', [user.id]);
    const changes = { role: 'admin', password: `${password}!` };
    const { body } = await send<Account>('carla', 'PATCH', `/${user.id}`, changes);
    expect(body).not.toHaveProperty('new_password');
    expect((await signIn(user.email)).status).toBe(400);
    expect((await signIn(user.email, `${password}!`)).status).toBe(200);
  });

  test('V5: a promotion whose driver cannot be linked leaves the password; the next one shows the new one', async () => {
    const { db } = server.context;
    await db.query(
      `create function public.refuse_links() returns trigger language plpgsql as
       $$ begin raise exception 'The database is busy.'; end $$;
       create trigger refuse_links before insert on user_drivers for each row execute function public.refuse_links()`,
    );
    const changes = { role: 'admin', driver_id: server.as('elena').driverId };
    const failed = await send('carla', 'PATCH', `/${user.id}`, changes);
    await db.query('drop function public.refuse_links cascade');
    expect(failed.status).toBeGreaterThanOrEqual(400);
    expect((await signIn(user.email)).status).toBe(200);
    const { body } = await send<Account>('carla', 'PATCH', `/${user.id}`, changes);
    expect(body).toMatchObject({ role: 'admin', driver: { id: changes.driver_id } });
    expect((await signIn(user.email, body.new_password)).status).toBe(200);
  });

  test('of somebody who does not exist', async () => {
    const nobody = `/${randomUUID()}`;
    for (const changes of [{}, { role: 'admin' }, { driver_id: server.as('elena').driverId }])
      expect(await send('carla', 'PATCH', nobody, changes)).toMatchObject({
        status: 404,
        body: { code: 'user_not_found' },
      });
    expect((await send('carla', 'PATCH', '/no-id', {})).status).toBe(400);
  });
});

describe('deleting', () => {
  test('ends the account and its sessions; the driver and its reviews stay', async () => {
    const { db } = server.context;
    const driver = server.as('elena').driverId;
    const user = await create({ driver_id: driver });
    const { token } = await signIn(user.email);
    await db.query('insert into public.reviews (driver_id, rating) values ($1, 4)', [driver]);
    expect((await send('carla', 'DELETE', `/${user.id}`)).status).toBe(204);
    expect((await signIn(user.email)).status).toBe(400);
    const asked = await server.request('/auth/v1/user', { headers: { authorization: `Bearer ${token}` } });
    expect(asked.status).toBe(403);
    expect(await db.query('select from public.drivers where id = $1', [driver])).toHaveLength(1);
    expect(await db.query('select from public.reviews where driver_id = $1', [driver])).toHaveLength(1);
    expect(await db.query('select from public.user_drivers where user_id = $1', [user.id])).toHaveLength(0);
    expect(await send('carla', 'DELETE', `/${user.id}`)).toMatchObject({ body: { code: 'user_not_found' } });
  });

  test('of an account whose own driver record it is leaves the record', async () => {
    await using own = await startProductApp();
    const { userId, driverId } = own.as('diego');
    const gone = await own.as('carla').request(`${address}/${userId}`, { method: 'DELETE' });
    expect(gone.status).toBe(204);
    const rows = await own.context.db.query('select created_by from public.drivers where id = $1', [
      driverId,
    ]);
    expect(rows).toEqual([{ created_by: null }]);
  });
});

describe('blocking', () => {
  test('D6 signs out everywhere and keeps out, until it is lifted', async () => {
    const user = await create();
    const { token } = await signIn(user.email);
    const blocked = await send<Account>('carla', 'PATCH', `/${user.id}`, { blocked: true });
    expect([blocked.status, blocked.body.blocked]).toEqual([200, true]);
    const asked = await server.request('/rest/v1/drivers', { headers: { authorization: `Bearer ${token}` } });
    expect(asked.status).toBe(401);
    expect((await signIn(user.email)).status).toBe(400);
    const { body } = await send<{ users: Account[] }>('carla', 'GET', `?search=${user.email}`);
    expect(body.users[0]?.blocked).toBe(true);
    const lifted = await send<Account>('carla', 'PATCH', `/${user.id}`, { blocked: false });
    expect(lifted.body.blocked).toBe(false);
    expect((await signIn(user.email)).status).toBe(200);
  });

  test('leaves everything else of the account as it is', async () => {
    const user = await create({ role: 'admin', driver_id: server.as('elena').driverId });
    const { body } = await send<Account>('carla', 'PATCH', `/${user.id}`, { blocked: true });
    expect(body).toEqual({ ...user, blocked: true });
    expect(await send('carla', 'PATCH', `/${user.id}`, { blocked: 'yes' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });
});

describe('the audit log', () => {
  interface Log {
    readonly entries: readonly { payload: Record<string, unknown>; created_at: string; ip_address: string }[];
    readonly total: number;
  }
  const read = async (query: string) => (await send<Log>('carla', 'GET', `/audit?${query}`)).body;

  test('D4 an administrator reads it by person, act, time, and who was kept out; by pages', async () => {
    const user = await create();
    await signIn(user.email, 'not the password');
    await signIn(user.email);
    await send('carla', 'PATCH', `/${user.id}`, { blocked: true });
    const actions = ({ entries }: Log) => entries.map(({ payload }) => payload['action']);
    const everything = `person=${encodeURIComponent(user.email)}`;
    // The log is written after the response.
    await expect
      .poll(async () => actions(await read(everything)))
      .toEqual(['user_blocked', 'login', 'login_failed', 'user_signedup']);
    const all = await read(everything);
    expect(all.total).toBe(4);
    expect(all.entries[0]?.payload['actor_username']).toBe('carla@example.com');
    const person = `person=${user.email.toUpperCase()}`;
    expect(actions(await read(`${person}&action=login`))).toEqual(['login']);
    expect(actions(await read(`${person}&refused=true`))).toEqual(['login_failed']);
    expect(actions(await read(`${person}&page=2&per_page=3`))).toEqual(['user_signedup']);
    expect(actions(await read(`${person}&until=${new Date(Date.now() - 3_600_000).toISOString()}`))).toEqual(
      [],
    );
    expect((await read(`${person}&from=${new Date(Date.now() - 3_600_000).toISOString()}`)).total).toBe(4);
  });

  test('D4 it shows itself to administrators only, and takes nothing', async () => {
    expect((await send('diego', 'GET', '/audit')).status).toBe(403);
    expect((await send('carla', 'POST', '/audit', {})).status).toBe(405);
    expect((await send('carla', 'DELETE', '/audit')).status).toBe(405);
  });

  test.each(['page=-1', 'per_page=x', 'from=never', `action=${'x'.repeat(300)}`])(
    'D5 %s is refused',
    async (query) => {
      expect(await send('carla', 'GET', `/audit?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );
});

describe('the last administrator stays', () => {
  test('D3 nobody deletes, demotes or blocks themselves', async () => {
    const self = `/${server.as('carla').userId}`;
    expect(await send('carla', 'DELETE', self)).toMatchObject({ status: 409, body: { code: 'self_delete' } });
    expect(await send('carla', 'PATCH', self, { role: 'driver' })).toMatchObject({
      status: 409,
      body: { code: 'self_demote' },
    });
    expect(await send('carla', 'PATCH', self, { blocked: true })).toMatchObject({
      status: 409,
      body: { code: 'self_block' },
    });
    expect((await send('carla', 'DELETE', `${self.toUpperCase()}?everything=true`)).status).toBe(409);
    expect((await send('carla', 'GET')).status).toBe(200);
  });

  test.each([
    ['demote', 'PATCH', { role: 'driver' }],
    ['delete', 'DELETE', undefined],
  ])('D3 of two who %s each other at once the second is refused', async (_what, method, body) => {
    const [first, second] = [await createAdministrator(), await createAdministrator()];
    const answers = await Promise.all([
      send(first.token, method, `/${second.id}`, body),
      send(second.token, method, `/${first.id}`, body),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 401 || status === 403)).toHaveLength(1);
  });
});

test('other addresses and methods are refused', async () => {
  expect((await send('carla', 'GET', `/${randomUUID()}/more`)).status).toBe(404);
  expect((await send('carla', 'PUT')).status).toBe(405);
  expect((await send('carla', 'GET', `/${randomUUID()}`)).status).toBe(405);
});

test('whatever is sent, it is never a server error', async () => {
  const text = fc.string({ unit: 'binary' });
  const value = fc.oneof(text, fc.jsonValue(), fc.constantFrom(null, 'admin', 'a@example.com', randomUUID()));
  const body = fc.oneof(
    text,
    fc.jsonValue().map((json) => JSON.stringify(json)),
    fc
      .record({ email: value, password: value, role: value, driver_id: value }, { requiredKeys: [] })
      .map((json) => JSON.stringify(json)),
  );
  const target = fc.constantFrom(
    ['POST', ''] as const,
    ['PATCH', `/${server.as('nora').userId}`] as const,
    ['PATCH', `/${randomUUID()}`] as const,
  );
  await fc.assert(
    fc.asyncProperty(target, body, async ([method, path], sent) => {
      expect((await send('carla', method, path, sent)).status).toBeLessThan(500);
    }),
    { numRuns: 150 },
  );
});
