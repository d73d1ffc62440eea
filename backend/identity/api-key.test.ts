import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { newEmail } from '../testing/auth/auth.ts';
import { sendTo } from '../testing/send.ts';

const jwtSecret = 'the shared secret of an earlier installation';
const missing = {
  message: 'No API key found in request',
  hint: 'No `apikey` request header or url param was found.',
};
const invalid = {
  message: 'Invalid API key',
  hint: 'Double check your Supabase `anon` or `service_role` API key.',
};

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment: { SUPABASE_JWT_SECRET: jwtSecret } });
});
afterAll(() => server[Symbol.asyncDispose]());

async function ask(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await sendTo(server.app, path, { method, headers });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? (JSON.parse(text) as object) : {} };
}

const legacyKey = (claims: Record<string, unknown>): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(jwtSecret));
const diego = () => ({ authorization: `Bearer ${server.as('diego').token}` });

/** An address of each service, and what an anonymous caller with the right key gets there. */
const guarded = [
  ['/rest/v1/walks?select=id', 'GET', 200],
  ['/auth/v1/settings', 'GET', 200],
  ['/auth/v1/admin/users', 'GET', 401],
  ['/storage/v1/bucket', 'GET', 200],
  // There is no body.
  ['/realtime/v1/api/broadcast', 'POST', 400],
] as const;

describe.each(guarded)('%s', (path, method, status) => {
  const send = (to: string, headers?: Record<string, string>) => ask(to, headers, method);

  test('rejects a request without a key or with an unknown key', async () => {
    expect(await send(path)).toEqual({ status: 401, body: missing });
    const user = server.as('diego').token;
    for (const apikey of ['nonsense', 'sb_publishable_of_last_year', 'a.b.c', user])
      expect(await send(path, { apikey }), apikey).toEqual({ status: 401, body: invalid });
    expect(await send(path, { apikey: 'nonsense', ...diego() })).toEqual({ status: 401, body: invalid });
  });

  test('takes our keys, and those of an earlier installation, as header or in the query', async () => {
    const { publishable } = server.context.config.keys;
    const anon = await legacyKey({ role: 'anon', iss: 'supabase' });
    for (const apikey of [publishable, anon]) expect((await send(path, { apikey })).status).toBe(status);
    expect((await send(`${path}${path.includes('?') ? '&' : '?'}apikey=${publishable}`)).status).toBe(status);
  });
});

test('a token alone is enough for storage and functions, as upstream, and for nothing else', async () => {
  for (const path of ['/rest/v1/walkers?select=id', '/auth/v1/user'])
    expect(await ask(path, diego())).toEqual({ status: 401, body: missing });
  expect((await ask('/storage/v1/bucket', diego())).status).toBe(200);
  expect((await ask('/functions/v1/accounts', diego(), 'POST')).status).not.toBe(401);
});

test('functions reject a request without a valid token, and an unknown key', async () => {
  const path = '/functions/v1/accounts';
  for (const headers of [{}, { apikey: 'nonsense' }])
    expect(await ask(path, headers)).toMatchObject({ status: 401 });
  expect(await ask(path, { apikey: 'nonsense', ...diego() })).toEqual({
    status: 401,
    body: { code: 401, message: 'Invalid API key' },
  });
});

test('a service key of an earlier installation has the rights of ours', async () => {
  const apikey = await legacyKey({ role: 'service_role', iss: 'supabase' });
  expect((await ask('/auth/v1/admin/users', { apikey })).status).toBe(200);
});

test('the links that browsers open, health and public objects need no key', async () => {
  for (const path of [
    '/auth/v1/health',
    '/auth/v1/.well-known/jwks.json',
    '/storage/v1/status',
    '/storage/v1/health',
    '/health/live',
  ])
    expect((await ask(path)).status, path).toBe(200);
  for (const path of [
    `/auth/v1/verify?token=x&type=signup&email=${newEmail()}`,
    '/auth/v1/authorize?provider=google',
    '/auth/v1/callback?code=x',
    '/auth/v1/sso/saml/metadata',
    '/storage/v1/object/public/pictures/nothing.jpg',
    '/storage/v1/object/sign/pictures/nothing.jpg?token=x',
    '/storage/v1/render/image/public/pictures/nothing.jpg',
  ])
    expect((await ask(path)).body, path).not.toEqual(missing);
  expect((await ask('/storage/v1/object/upload/sign/pictures/a.jpg?token=x', {}, 'PUT')).body).not.toEqual(
    missing,
  );
  expect((await ask('/storage/v1/object/sign/pictures/a.jpg', {}, 'POST')).body).toEqual(missing);
});

test('the audit log records a rejected key', async () => {
  await ask('/rest/v1/walkers?select=name', { apikey: 'nonsense' });
  await server.context.audit.settled();
  const rows = await server.context.db.query<{ payload: { traits: { reason: string } } }>(
    `select payload from auth.audit_log_entries where payload ->> 'action' = 'permission_denied'`,
  );
  expect(rows.map(({ payload }) => payload.traits.reason)).toContain('invalid_api_key');
});
