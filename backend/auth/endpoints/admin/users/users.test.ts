import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../../testing/app.ts';
import {
  createClient,
  goodPassword,
  newEmail,
  refresh,
  send,
  sendAsAdmin,
  signIn,
  signUp,
  type AuthResponse,
} from '../../../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

function admin() {
  return createClient(server, server.context.config.keys.secret).admin;
}

function create(body: unknown): Promise<AuthResponse> {
  return sendAsAdmin(server, '/admin/users', { body });
}

function change(id: unknown, body: unknown): Promise<AuthResponse> {
  return sendAsAdmin(server, `/admin/users/${String(id)}`, { method: 'PUT', body });
}

async function countUsers(): Promise<number> {
  const [row] = await server.context.db.query<{ count: number }>(
    'select count(*)::integer as count from auth.users',
  );
  return row!.count;
}

test('only the secret key opens the admin routes', async () => {
  const id = randomUUID();
  const paths = [
    ['GET', '/admin/users'],
    ['POST', '/admin/users'],
    ['GET', `/admin/users/${id}`],
    ['PUT', `/admin/users/${id}`],
    ['DELETE', `/admin/users/${id}`],
  ] as const;
  const { publishable } = server.context.config.keys;
  const tokens = [publishable, server.as('diego').token, server.as('carla').token];
  for (const [method, path] of paths) {
    const body = method === 'GET' ? undefined : {};
    const without = await send(server, path, { method, body });
    expect([without.status, without.body['error_code']]).toEqual([401, 'no_authorization']);
    for (const token of tokens) {
      const answer = await send(server, path, { method, token, body });
      expect([answer.status, answer.body['error_code'], answer.body['msg']]).toEqual([
        403,
        'not_admin',
        'User not allowed',
      ]);
    }
  }
});

test('the official client manages a user from creation to deletion', async () => {
  const email = newEmail();
  const created = await admin().createUser({
    email,
    password: goodPassword,
    email_confirm: true,
    user_metadata: { name: 'Rosa' },
    app_metadata: { role: 'admin' },
  });
  expect(created.error).toBeNull();
  const id = created.data.user!.id;
  expect(created.data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'Rosa', email_verified: true },
    app_metadata: { role: 'admin', provider: 'email', providers: ['email'] },
    identities: [{ email, provider: 'email', identity_data: { email, email_verified: true } }],
  });
  expect((await admin().getUserById(id)).data.user?.email).toBe(email);
  const updated = await admin().updateUserById(id, { user_metadata: { name: null, badge: 'AAAA11' } });
  expect(updated.data.user?.user_metadata).toEqual({ badge: 'AAAA11', email_verified: true });
  expect((await signIn(server, email)).status).toBe(200);
  expect((await admin().deleteUser(id)).error).toBeNull();
  expect((await admin().getUserById(id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('an error raised by a trigger keeps its status', async () => {
  await server.context.db.query(`
    create function public.refuse() returns trigger language plpgsql as $$ begin
      raise sqlstate 'PT409' using message = 'The club is full', hint = 'Ask the office';
    end $$;
    create trigger refuse before insert on auth.users for each row when (new.email like 'full-%')
      execute function public.refuse()`);
  const email = `full-${newEmail()}`;
  expect(await create({ email })).toMatchObject({
    status: 409,
    body: { code: 'PT409', message: 'The club is full', hint: 'Ask the office', detail: '' },
  });
  const headers = { 'x-supabase-api-version': '2024-01-01' };
  const current = await send(server, '/signup', { body: { email, password: goodPassword }, headers });
  expect(current).toMatchObject({ status: 409, body: { message: 'The club is full' } });
});

test.each([
  [{}, 400, 'validation_failed'],
  [{ email: 'no address' }, 400, 'validation_failed'],
  [{ email: 'DIEGO@example.com' }, 422, 'email_exists'],
  [{ phone: '0912' }, 400, 'validation_failed'],
  [{ email: 'x@example.com', id: '7' }, 400, 'validation_failed'],
  [{ email: 'x@example.com', password: 'a', password_hash: 'b' }, 400, 'validation_failed'],
  [{ email: 'x@example.com', password_hash: 'md5' }, 400, 'validation_failed'],
  [
    {
      email: 'x@example.com',
      password_hash:
        '$argon2id$v=19$m=4194304,t=2,p=1$/hY8IAD8aD6Z+6mycxYy3Q$GWLqv9G4o/KoJPsgBc8MPtt785DdXidloEMCUZc7zSw',
    },
    400,
    'validation_failed',
  ],
  [{ email: 'x@example.com', ban_duration: 'for ever' }, 400, 'validation_failed'],
  [{ email: 'x@example.com', app_metadata: ['role'] }, 400, 'bad_json'],
])('rejects the creation of %j with %i %s', async (body, status, code) => {
  const before = await countUsers();
  const answer = await create(body);
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  expect(await countUsers()).toBe(before);
});

test('V23.7: the password policy applies to new accounts', async () => {
  const before = await countUsers();
  for (const password of ['12345678', 'corta']) {
    const { status, body } = await create({ email: newEmail(), password });
    expect([status, body['error_code']]).toEqual([422, 'weak_password']);
  }
  expect(await countUsers()).toBe(before);
});

test('the id can be given, once', async () => {
  const id = randomUUID();
  expect((await create({ id, email: newEmail() })).body['id']).toBe(id);
  expect((await create({ id, email: newEmail() })).status).toBe(422);
});

test('a user with a phone only', async () => {
  const { body } = await create({ phone: '+56 9 1234 5678', phone_confirm: true });
  expect(body).toMatchObject({
    email: '',
    phone: '56912345678',
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: 'phone', providers: ['phone'] },
    identities: [{ provider: 'phone' }],
  });
  expect((await create({ phone: '56912345678' })).body['error_code']).toBe('phone_exists');
});

test('S5, V5: a new password, a ban and a changed role end all sessions', async () => {
  const changes = [
    ['admin', { password: 'lámpara 31 Ventana' }],
    ['admin', { ban_duration: '1h' }],
    ['admin', { app_metadata: { role: null } }],
    ['admin', { app_metadata: { role: 'dispatcher' } }],
    [null, { app_metadata: { role: 'dispatcher' } }],
  ] as const;
  for (const [role, body] of changes) {
    const { user } = await signUp(server);
    await change(user.id, { app_metadata: { role }, password: goodPassword });
    const session = (await signIn(server, user.email!)).body;
    const token = session['access_token'] as string;
    await server.context.tokens.verify(token);
    expect((await change(user.id, body)).status).toBe(200);
    await expect(server.context.tokens.verify(token)).rejects.toThrow('session of the token has ended');
    expect((await refresh(server, session['refresh_token'] as string)).status).toBe(400);
  }
});

test('other changes keep the sessions', async () => {
  const { user, access_token: token } = await signUp(server);
  const email = newEmail();
  const { body } = await change(user.id, {
    email,
    user_metadata: { name: 'Rosa' },
    app_metadata: { plan: 'night' },
    ban_duration: 'none',
  });
  expect(body).toMatchObject({ email, identities: [{ email }], app_metadata: { plan: 'night' } });
  expect((await send(server, '/user', { token })).status).toBe(200);
});

test('confirms an address', async () => {
  const email = newEmail();
  const { body: user } = await create({ email, password: goodPassword });
  expect(user).not.toHaveProperty('email_confirmed_at');
  const { body } = await change(user['id'], { email_confirm: true });
  expect(body).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true },
    identities: [{ identity_data: { email, email_verified: true } }],
  });
});

test.each([
  [{ password: 'corta' }, 422, 'weak_password'],
  [{ email: 'elena@example.com' }, 422, 'email_exists'],
  [{ ban_duration: '-1h' }, 400, 'validation_failed'],
])('rejects the change to %j with %i %s', async (body, status, code) => {
  const answer = await change(server.as('diego').userId, body);
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
});

test.each(['GET', 'PUT', 'DELETE'])('%s distinguishes a malformed id from an unknown one', async (method) => {
  const body = method === 'PUT' ? {} : undefined;
  const bad = await sendAsAdmin(server, '/admin/users/7', { method, body });
  expect(bad).toMatchObject({
    status: 404,
    body: { error_code: 'validation_failed', msg: 'user_id must be an UUID' },
  });
  const unknown = await sendAsAdmin(server, `/admin/users/${randomUUID()}`, { method, body });
  expect(unknown).toMatchObject({
    status: 404,
    body: { error_code: 'user_not_found', msg: 'User not found' },
  });
});

test('deleting a user ends its sessions at once', async () => {
  const { user, access_token: token } = await signUp(server);
  await server.context.tokens.verify(token);
  expect((await sendAsAdmin(server, `/admin/users/${user.id}`, { method: 'DELETE' })).body).toEqual({});
  await expect(server.context.tokens.verify(token)).rejects.toThrow();
  expect(await send(server, '/user', { token })).toMatchObject({
    status: 403,
    body: { error_code: 'user_not_found' },
  });
});

test('a soft deletion removes all personal data and frees the address', async () => {
  const { user, access_token: token } = await signUp(server);
  await admin().deleteUser(user.id, true);
  const { body } = await sendAsAdmin(server, `/admin/users/${user.id}`);
  expect(body).toMatchObject({ deleted_at: expect.any(String), user_metadata: {}, app_metadata: {} });
  expect(JSON.stringify(body)).not.toContain(user.email);
  expect((await send(server, '/user', { token })).status).toBe(403);
  expect((await signIn(server, user.email!)).status).toBe(400);
  await signUp(server, user.email!);
});
