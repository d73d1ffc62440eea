import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import {
  goodPassword,
  newEmail,
  refresh,
  send,
  sendAsAdmin,
  signIn,
  signUp,
} from '../../../testing/auth/auth.ts';
import { maxAppMetadataBytes, maxUserMetadataBytes } from './metadata.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: withAuth({ enable_anonymous_sign_ins: true }) });
});
afterAll(() => server[Symbol.asyncDispose]());

/** The limit in `backend/identity/tokens.ts`. */
const maxToken = 8192;
const tooLarge = { status: 400, body: { error_code: 'validation_failed' } };

/** Metadata of so many bytes of JSON. */
function metadataOf(bytes: number): Record<string, string> {
  return { filler: 'x'.repeat(bytes - '{"filler":""}'.length) };
}

test.each([
  ['POST', '/signup', (data: unknown) => ({ email: newEmail(), password: goodPassword, data })],
  ['POST', '/signup', (data: unknown) => ({ data })],
  ['POST', '/otp', (data: unknown) => ({ email: newEmail(), data })],
  ['POST', '/magiclink', (data: unknown) => ({ email: newEmail(), data })],
] as const)('V8: %s %s rejects too much metadata', async (method, path, bodyOf) => {
  const body = bodyOf(metadataOf(maxUserMetadataBytes + 1));
  expect(await send(server, path, { method, body })).toMatchObject(tooLarge);
  const fitting = bodyOf(metadataOf(maxUserMetadataBytes));
  expect((await send(server, path, { method, body: fitting })).status).toBe(200);
});

test('V8: changes of user_metadata count together', async () => {
  const { access_token: token, user } = await signUp(server);
  const put = (data: unknown) => send(server, '/user', { method: 'PUT', token, body: { data } });
  const half = 'x'.repeat(maxUserMetadataBytes / 2);
  expect((await put({ first: half })).status).toBe(200);
  expect(await put({ second: half })).toMatchObject(tooLarge);
  expect((await put({ first: null, second: half })).status).toBe(200);
  const { body } = await sendAsAdmin(server, `/admin/users/${user.id}`);
  expect(body['user_metadata']).toEqual({ email_verified: true, second: half });
});

test('V8: the limits apply to administrators and invitations too', async () => {
  const { user } = await signUp(server);
  const update = { method: 'PUT', body: { app_metadata: metadataOf(maxAppMetadataBytes + 1) } };
  expect(await sendAsAdmin(server, `/admin/users/${user.id}`, update)).toMatchObject(tooLarge);
  for (const [path, body] of [
    ['/admin/users', { email: newEmail(), app_metadata: metadataOf(maxAppMetadataBytes + 1) }],
    ['/admin/users', { email: newEmail(), user_metadata: metadataOf(maxUserMetadataBytes + 1) }],
    ['/invite', { email: newEmail(), data: metadataOf(maxUserMetadataBytes + 1) }],
    [
      '/admin/generate_link',
      { type: 'magiclink', email: newEmail(), data: metadataOf(maxUserMetadataBytes + 1) },
    ],
  ] as const)
    expect(await sendAsAdmin(server, path, { body }), path).toMatchObject(tooLarge);
});

test('V8: numbers that become long in the database are rejected there', async () => {
  const { access_token: token } = await signUp(server);
  const body = `{"data":{"numbers":[${Array(400).fill('1e300').join(',')}]}}`;
  expect(await send(server, '/user', { method: 'PUT', token, body })).toMatchObject({
    status: 422,
    body: { error_code: 'validation_failed' },
  });
});

test('V8: an access token with maximal metadata is accepted', async () => {
  const email = `${'a'.repeat(60)}@${Array(3).fill('b'.repeat(60)).join('.')}.example`;
  await signUp(server, email);
  const { body: found } = await sendAsAdmin(server, `/admin/users?filter=${email}`);
  const { id } = (found['users'] as { id: string }[])[0]!;
  const own = { provider: 'email', providers: ['email'], email_verified: true };
  const room = maxAppMetadataBytes - JSON.stringify(own).length;
  const body = { user_metadata: metadataOf(maxUserMetadataBytes - 50), app_metadata: metadataOf(room) };
  const updated = await sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body });
  expect(updated.status, JSON.stringify(updated.body)).toBe(200);
  const session = await signIn(server, email);
  const token = session.body['access_token'] as string;
  expect(token.length).toBeLessThan(maxToken);
  expect((await send(server, '/user', { token })).status).toBe(200);
});

test('V8: an account with metadata above the limit signs in with a small token, and may only shrink', async () => {
  const { db } = server.context;
  const { user, refresh_token: refreshToken } = await signUp(server);
  const old = { filler: 'x'.repeat(100_000) };
  await db.query('alter table auth.users disable trigger bound_metadata');
  await db.query('update auth.users set raw_user_meta_data = $2 where id = $1', [user.id, old]);
  await db.query('alter table auth.users enable trigger bound_metadata');
  for (const session of [await signIn(server, user.email!), await refresh(server, refreshToken)]) {
    expect(session.status).toBe(200);
    const token = session.body['access_token'] as string;
    expect(token.length).toBeLessThan(maxToken);
    const put = (data: unknown) => send(server, '/user', { method: 'PUT', token, body: { data } });
    expect((await put({ more: 'x'.repeat(10) })).status).toBe(400);
  }
  const token = (await signIn(server, user.email!)).body['access_token'] as string;
  const shrunk = await send(server, '/user', { method: 'PUT', token, body: { data: { filler: 'short' } } });
  expect([shrunk.status, shrunk.body['user_metadata']]).toEqual([200, { filler: 'short' }]);
});

test('V8: every text of a request has a maximum length', async () => {
  const long = 'x'.repeat(20_000);
  for (const [path, body] of [
    ['/token?grant_type=password', { email: 'a@example.com', password: long }],
    ['/token?grant_type=refresh_token', { refresh_token: long }],
    ['/token?grant_type=id_token', { provider: 'google', id_token: long }],
    ['/verify', { type: 'email', token_hash: long }],
    ['/signup', { email: `${long}@example.com`, password: goodPassword }],
    ['/recover', { email: long }],
  ] as const)
    expect(await send(server, path, { body }), path).toMatchObject(tooLarge);
});
