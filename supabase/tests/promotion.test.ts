import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { staffRoles } from '../../shared/roles.ts';
import { goodPassword, refresh, send, sendAsAdmin, signIn, signUp } from '../../backend/testing/auth/auth.ts';
import { newSecuredMember } from '../../backend/testing/auth/factors.ts';

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const newPassword = 'lámpara 31 Ventana';

function change(id: string, body: object) {
  return sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body });
}

test.each(staffRoles)(
  'V5: a promotion to %s ends the sessions that a stranger opened before it',
  async (role) => {
    const { user, access_token: token, refresh_token: refreshToken } = await signUp(server);
    await server.context.tokens.verify(token);
    const { status } = await change(user.id, { app_metadata: { role }, password: newPassword });
    expect(status).toBe(200);
    await expect(server.context.tokens.verify(token)).rejects.toThrow('session of the token has ended');
    expect((await refresh(server, refreshToken)).status).toBe(400);
    expect((await signIn(server, user.email!)).status).toBe(400);
    const { body } = await signIn(server, user.email!, newPassword);
    expect(body).toMatchObject({ user: { app_metadata: { role, providers: ['email'] } } });
  },
);

test.each(staffRoles)(
  'V5: without a new password, an account promoted to %s is locked until its address is proved',
  async (role) => {
    const { user } = await signUp(server);
    expect((await change(user.id, { app_metadata: { role } })).status).toBe(200);
    expect((await signIn(server, user.email!)).status).toBe(400);
  },
);

test('V5: from the office to administrator is a promotion as well', async () => {
  const { user } = await signUp(server);
  await change(user.id, { app_metadata: { role: 'office' }, password: newPassword });
  const { body } = await signIn(server, user.email!, newPassword);
  await change(user.id, { app_metadata: { role: 'admin' } });
  expect((await send(server, '/user', { token: body['access_token'] as string })).status).toBe(403);
  expect((await signIn(server, user.email!, newPassword)).status).toBe(400);
});

test('an administrator who moves to the office signs in again with the same password', async () => {
  const { user } = await signUp(server);
  await change(user.id, { app_metadata: { role: 'admin' }, password: newPassword });
  const { body } = await signIn(server, user.email!, newPassword);
  await change(user.id, { app_metadata: { role: 'office' } });
  expect((await send(server, '/user', { token: body['access_token'] as string })).status).toBe(403);
  expect((await signIn(server, user.email!, newPassword)).status).toBe(200);
});

test('D3 the last administrator does not move to the office', async () => {
  const { userId } = server.as('carla');
  const others = `raw_app_meta_data ->> 'role' = 'admin' and id <> '${userId}'`;
  await server.context.db.query(`delete from auth.users where ${others}`);
  expect((await change(userId, { app_metadata: { role: 'office' } })).status).toBe(409);
});

test.each(staffRoles)(
  'V5, V13: second factors, providers, the phone and pending changes go with a promotion to %s',
  async (role) => {
    const { db } = server.context;
    const { userId, email } = await newSecuredMember(server);
    await db.query(
      `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($2, $1, 'google', '{}')`,
      [userId, randomUUID()],
    );
    await db.query(
      `update auth.users set phone = $2, phone_confirmed_at = now(), email_change = 'thief@example.com',
       email_change_token_new = 'token', recovery_token = 'recovery',
       raw_app_meta_data = raw_app_meta_data || '{"providers": ["email", "google"]}' where id = $1`,
      [userId, role === 'admin' ? '56912345678' : '56912345679'],
    );
    expect((await change(userId, { app_metadata: { role } })).body).toMatchObject({
      email,
      phone: '',
      app_metadata: { role, provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email' }],
    });
    const [kept] = await db.query(
      `select u.encrypted_password, u.email_change, u.email_change_token_new, u.recovery_token,
       (select count(*)::integer from auth.mfa_factors f where f.user_id = u.id) as factors,
       (select count(*)::integer from auth.one_time_tokens t where t.user_id = u.id) as tokens
     from auth.users u where u.id = $1`,
      [userId],
    );
    expect(kept).toEqual({
      encrypted_password: null,
      email_change: '',
      email_change_token_new: '',
      recovery_token: '',
      factors: 0,
      tokens: 0,
    });
  },
);

test('V5: an account of an identity provider keeps its one way to sign in', async () => {
  const { db } = server.context;
  const userId = randomUUID();
  await db.query(`insert into auth.users (id, email, is_sso_user) values ($1, $2, true)`, [
    userId,
    `${userId}@example.com`,
  ]);
  await db.query(
    `insert into auth.identities (provider_id, user_id, provider, identity_data) values ($1, $2, 'sso:x', '{}')`,
    [userId, userId],
  );
  const { body } = await change(userId, { app_metadata: { role: 'admin' } });
  expect(body).toMatchObject({ identities: [{ provider: 'sso:x' }] });
});

test('V5: later changes to an administrator keep the ways to sign in', async () => {
  const { user } = await signUp(server);
  await change(user.id, { app_metadata: { role: 'admin' }, password: newPassword });
  const { body } = await signIn(server, user.email!, newPassword);
  await change(user.id, { app_metadata: { role: 'admin', note: 'x' }, user_metadata: { name: 'Rosa' } });
  expect((await send(server, '/user', { token: body['access_token'] as string })).status).toBe(200);
  expect((await signIn(server, user.email!, goodPassword)).status).toBe(400);
  expect((await signIn(server, user.email!, newPassword)).status).toBe(200);
});
