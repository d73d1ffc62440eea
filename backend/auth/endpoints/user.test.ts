import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
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
} from '../../testing/auth/auth.ts';
import { lastMessageTo } from '../../testing/outbox.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const otherPassword = 'lámpara 31 Ventana';

function put(token: string, body: unknown): Promise<AuthResponse> {
  return send(server, '/user', { method: 'PUT', token, body });
}

async function makeOld(userId: string): Promise<void> {
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [userId],
  );
}

test('GET /user gives the user of the token', async () => {
  const session = await signUp(server);
  const { body } = await send(server, '/user', { token: session.access_token });
  expect(body).toEqual(session.user);
});

test('user metadata is merged, and null removes a key', async () => {
  const { access_token: token } = await signUp(server);
  await put(token, { data: { name: 'Rosa', badge: 'AAAA11', toString: 'x' } });
  const { body } = await put(token, { data: { badge: null, role: 'admin', nested: { a: null } } });
  expect(body['user_metadata']).toEqual({
    email_verified: true,
    name: 'Rosa',
    toString: 'x',
    role: 'admin',
    nested: { a: null },
  });
});

test('S6 a new password ends every other session', async () => {
  const first = await signUp(server);
  const email = first.user.email!;
  const client = createClient(server);
  await client.signInWithPassword({ email, password: goodPassword });
  const { error } = await client.updateUser({ password: otherPassword });
  expect(error).toBeNull();
  expect((await client.getUser()).error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await send(server, '/user', { token: first.access_token })).body['error_code']).toBe(
    'session_not_found',
  );
  expect((await refresh(server, first.refresh_token)).status).toBe(400);
  expect((await signIn(server, email)).status).toBe(400);
  expect((await signIn(server, email, otherPassword)).status).toBe(200);
  expect((await lastMessageTo(server, email)).kind).toBe('password_changed');
});

test.each([
  [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
  [{ app_metadata: {} }, 403, 'not_admin'],
  [{ password: goodPassword }, 422, 'same_password'],
  [{ password: 'verano1234' }, 422, 'weak_password'],
  [{ password: otherPassword, current_password: 'wrong' }, 400, 'current_password_invalid'],
  [{ email: 'no address' }, 400, 'validation_failed'],
  [{ email: 'Diego@example.com' }, 422, 'email_exists'],
  [{ phone: '0912' }, 400, 'validation_failed'],
  [{ phone: '+56912345678' }, 400, 'phone_provider_disabled'],
])('A11 rejects %j with %i %s and changes nothing', async (body, status, code) => {
  const session = await signUp(server);
  const answer = await put(session.access_token, { data: { name: 'changed' }, ...body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  expect((await send(server, '/user', { token: session.access_token })).body).toEqual(session.user);
});

test('A11 a session older than a day needs proof to change the password', async () => {
  const { access_token: token, user } = await signUp(server);
  await makeOld(user.id);
  const without = await put(token, { password: otherPassword });
  expect([without.status, without.body['error_code']]).toEqual([400, 'reauthentication_needed']);
  const wrong = await put(token, { password: otherPassword, nonce: '123456' });
  expect([wrong.status, wrong.body['error_code']]).toEqual([422, 'reauthentication_not_valid']);
  expect((await put(token, { password: otherPassword, current_password: goodPassword })).status).toBe(200);
});

test('A11 guessing the current password is limited', async () => {
  const { access_token: token } = await signUp(server);
  const guess = { password: otherPassword, current_password: 'wrong' };
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await put(token, guess)).status).toBe(400);
  expect((await put(token, guess)).body['error_code']).toBe('over_request_rate_limit');
});

test('A11 a setting always requires the current password', async () => {
  await using strict = await startTestApp({
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: { ...protocol, auth: { ...protocol.auth, require_current_password: true } },
    }),
  });
  const { access_token: token } = await signUp(strict);
  const change = (body: unknown): Promise<AuthResponse> =>
    send(strict, '/user', { method: 'PUT', token, body });
  expect((await change({ password: otherPassword })).body['error_code']).toBe('current_password_required');
  expect((await change({ password: otherPassword, current_password: goodPassword })).status).toBe(200);
});

test('S6 without confirmations a new address takes effect at once and ends the other sessions', async () => {
  const first = await signUp(server);
  const second = (await signIn(server, first.user.email!)).body['access_token'] as string;
  const email = newEmail();
  const { status, body } = await put(second, { email: email.toUpperCase() });
  expect([status, body['email']]).toEqual([200, email]);
  expect(body['identities']).toMatchObject([{ email, identity_data: { email, email_verified: false } }]);
  expect((await send(server, '/user', { token: first.access_token })).status).toBe(403);
  expect((await signIn(server, first.user.email!)).status).toBe(400);
  expect((await signIn(server, email)).status).toBe(200);
  const letter = await lastMessageTo(server, first.user.email!);
  expect(letter.kind).toBe('email_changed');
});

test('an old session needs proof to change the address', async () => {
  const { access_token: token, user } = await signUp(server);
  await makeOld(user.id);
  expect((await put(token, { email: newEmail() })).body['error_code']).toBe('reauthentication_needed');
  const email = newEmail();
  expect((await put(token, { email, current_password: goodPassword })).body['email']).toBe(email);
});

test('with confirmations a new address waits until confirmed', async () => {
  await using confirming = await startTestApp({
    environment: { SMTP_HOST: '127.0.0.1' },
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        auth: { ...protocol.auth, email: { ...protocol.auth.email, enable_confirmations: true } },
      },
    }),
  });
  const { token, email } = confirming.as('nora');
  const { body } = await send(confirming, '/user', { method: 'PUT', token, body: { email: newEmail() } });
  expect(body).toMatchObject({
    email,
    new_email: expect.any(String),
    email_change_sent_at: expect.any(String),
  });
});

test('an invited user without a password sets one', async () => {
  const email = newEmail();
  await sendAsAdmin(server, '/admin/users', {
    body: { email, email_confirm: true, password: 'de paso 15 Grulla' },
  });
  const session = await signIn(server, email, 'de paso 15 Grulla');
  await server.context.db.query('update auth.users set encrypted_password = null where email = $1', [email]);
  expect((await put(session.body['access_token'] as string, { password: goodPassword })).status).toBe(200);
  expect((await signIn(server, email)).status).toBe(200);
});

test('the form of an address is checked before the strength of a password, as upstream', async () => {
  const { access_token: token } = await signUp(server);
  const put = async (body: object) =>
    (await send(server, '/user', { method: 'PUT', token, body })).body['error_code'];
  expect(await put({ email: 'not an address', password: 'weak' })).toBe('validation_failed');
  expect(await put({ phone: 'abc', password: 'weak' })).toBe('validation_failed');
  expect(await put({ email: newEmail(), password: 'weak' })).toBe('weak_password');
});
