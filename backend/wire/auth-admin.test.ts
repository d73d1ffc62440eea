import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  anybody,
  as,
  call,
  connect,
  forget,
  must,
  newAdmin,
  newEmail,
  newPassword,
  newPerson,
  post,
  service,
  told,
} from './people.ts';

const { admin } = service.auth;

test('creates a user with everything that can be said of one', async () => {
  const [email, password, id] = [newEmail(), newPassword(), randomUUID()];
  const { user } = must(
    await admin.createUser({
      id,
      email,
      password,
      email_confirm: true,
      phone: `+569${String(Date.now()).slice(-8)}`,
      phone_confirm: true,
      user_metadata: { name: 'Ana' },
      app_metadata: { team: 'north' },
    }),
  );
  forget(user);
  expect(user).toMatchObject({
    id,
    email,
    phone: expect.stringMatching(/^569\d{8}$/),
    user_metadata: { name: 'Ana' },
    app_metadata: { team: 'north', provider: 'email' },
  });
  expect((await connect().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('an account without a password, unconfirmed, waits for its owner', async () => {
  const email = newEmail();
  const { user } = must(await admin.createUser({ email }));
  expect(forget(user).email_confirmed_at).toBeUndefined();
  const { error } = await anybody.auth.signInWithPassword({ email, password: newPassword() });
  expect(error?.code).toBe('invalid_credentials');
});

test.each([
  [{}, 400, 'validation_failed'],
  [{ email: 'nobody' }, 400, 'validation_failed'],
  [{ email: 'a@example.com', password: 'Copper lake 77', password_hash: 'x' }, 400, 'validation_failed'],
  [{ email: 'a@example.com', ban_duration: 'long' }, 400, 'validation_failed'],
  [{ phone: 'none' }, 400, 'validation_failed'],
])('refuses to create %j', async (body, status, code) => {
  expect(await told(post('/auth/v1/admin/users', body, as()))).toMatchObject({
    status,
    body: { error_code: code },
  });
});

test('an address is taken once', async () => {
  const { email } = await newPerson();
  const { error } = await admin.createUser({ email });
  expect(error).toMatchObject({ status: 422, code: 'email_exists' });
});

test('lists by pages, newest first, with the total', async () => {
  const people = [await newPerson(), await newPerson(), await newPerson()];
  const ids = people.map(({ user }) => user.id);
  const first = must(await admin.listUsers({ page: 1, perPage: 2 }));
  expect(first.users).toHaveLength(2);
  expect(first).toMatchObject({ aud: 'authenticated', nextPage: 2 });
  // Tests beside this one create accounts, too.
  const newest = must(await admin.listUsers()).users.map(({ id }) => id);
  expect(newest.filter((id) => ids.includes(id))).toEqual(ids.toReversed());
  const answer = await call('/auth/v1/admin/users?page=1&per_page=2', { headers: as() });
  expect(Number(answer.headers.get('x-total-count'))).toBeGreaterThanOrEqual(3);
  expect(answer.headers.get('link')).toMatch(/page=2.*>; rel="next", .*>; rel="last"/);
  const all = must(await admin.listUsers());
  expect(all.users.length).toBeLessThanOrEqual(50);
  const bad = await told(call('/auth/v1/admin/users?page=x', { headers: as() }));
  expect(bad).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
});

test('finds by a part of the address', async () => {
  const { email, user } = await newPerson();
  const path = `/auth/v1/admin/users?filter=${email.slice(5, 25)}`;
  const { body } = await told(call(path, { headers: as() }));
  expect((body as { users: { id: string }[] }).users.map(({ id }) => id)).toEqual([user.id]);
});

test('reads one', async () => {
  const { user } = await newPerson();
  expect(must(await admin.getUserById(user.id)).user).toMatchObject({ id: user.id, email: user.email });
  expect((await admin.getUserById(randomUUID())).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
  expect(await told(call('/auth/v1/admin/users/me', { headers: as() }))).toMatchObject({
    status: 404,
    body: { error_code: 'validation_failed' },
  });
});

test('changes address, metadata and password of one, which ends the sessions', async () => {
  const { client, user } = await newPerson();
  const [email, password] = [newEmail(), newPassword()];
  const changed = must(
    await admin.updateUserById(user.id, {
      email,
      email_confirm: true,
      password,
      user_metadata: { a: 1 },
      app_metadata: { b: 2 },
    }),
  ).user;
  expect(changed).toMatchObject({
    email,
    user_metadata: { a: 1 },
    app_metadata: { b: 2, provider: 'email' },
  });
  expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  expect((await connect().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('bans, and lets in again', async () => {
  const { user, email, password } = await newPerson();
  expect(must(await admin.updateUserById(user.id, { ban_duration: '24h' })).user.banned_until).toBeDefined();
  const banned = await anybody.auth.signInWithPassword({ email, password });
  expect(banned.error).toMatchObject({ status: 400, code: 'user_banned' });
  must(await admin.updateUserById(user.id, { ban_duration: 'none' }));
  expect((await connect().auth.signInWithPassword({ email, password })).error).toBeNull();
});

test('signs somebody out by their token', async () => {
  const { client, session } = await newPerson();
  expect((await admin.signOut(session.access_token)).error).toBeNull();
  expect((await client.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
});

test('signs somebody out on their other devices', async () => {
  const { client, session, email, password } = await newPerson();
  const other = connect();
  must(await other.auth.signInWithPassword({ email, password }));
  expect((await admin.signOut(session.access_token, 'others')).error).toBeNull();
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
});

test('D4 the audit log has sign-ins and acts, by pages and by scope', async () => {
  const { email, user } = await newPerson();
  await admin.updateUserById(user.id, { user_metadata: { a: 1 } });
  const read = async (query: string) => {
    const answer = await call(`/auth/v1/admin/audit?${query}`, { headers: as() });
    expect(answer.status).toBe(200);
    const entries = (await answer.json()) as {
      payload: { action: string; actor_id: string; traits?: Record<string, unknown> };
    }[];
    return { entries, total: Number(answer.headers.get('x-total-count')) };
  };
  const { entries: own } = await read(`query=author:${email}`);
  expect(own).toContainEqual({
    id: expect.any(String),
    payload: expect.objectContaining({ action: 'login', actor_id: user.id, log_type: 'account' }),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    ip_address: expect.any(String),
  });
  const { entries: acts } = await read('query=action:user_modified&per_page=50');
  expect(acts.some(({ payload }) => payload.traits?.['user_id'] === user.id)).toBe(true);
  const page = await read('per_page=1');
  expect(page.entries).toHaveLength(1);
  expect(page.total).toBeGreaterThan(2);
  const bad = await told(call('/auth/v1/admin/audit?query=x:y', { headers: as() }));
  expect(bad).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
});

test('deletes, for good or softly', async () => {
  const [gone, hidden] = [await newPerson(), await newPerson()];
  expect((await admin.deleteUser(gone.user.id)).error).toBeNull();
  expect((await admin.getUserById(gone.user.id)).error?.code).toBe('user_not_found');
  expect((await gone.client.auth.getUser()).error).toMatchObject({ status: 403 });
  expect((await admin.deleteUser(hidden.user.id, true)).error).toBeNull();
  const { error } = await anybody.auth.signInWithPassword(hidden);
  expect(error?.code).toBe('invalid_credentials');
  expect((await admin.deleteUser(randomUUID())).error).toMatchObject({ status: 404, code: 'user_not_found' });
});

test('only the secret key opens it: an administrator of the project goes through a function', async () => {
  const routes = ['/auth/v1/admin/audit', '/auth/v1/admin/users', `/auth/v1/admin/users/${randomUUID()}`];
  for (const path of routes) {
    expect(await told(call(path))).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
    for (const person of [await newPerson(), await newAdmin()])
      expect(await told(call(path, { headers: as(person) }))).toMatchObject({
        status: 403,
        body: { error_code: 'not_admin' },
      });
  }
});
