import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail, send, sendAsAdmin, signUp } from '../testing/auth/auth.ts';

const legacySecret = 'a shared secret of at least thirty-two bytes';
const current = { 'x-supabase-api-version': '2024-01-01' };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment: { SUPABASE_JWT_SECRET: legacySecret } });
});
afterAll(() => server[Symbol.asyncDispose]());

test.each([undefined, '2023-12-31', 'yesterday', '2024-13-01'])(
  'API version “%s” gets errors of the first kind',
  async (version) => {
    const headers: Record<string, string> = version ? { 'x-supabase-api-version': version } : {};
    const answer = await send(server, '/token?grant_type=password', { body: {}, headers });
    expect(answer.body).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'missing email or phone',
    });
    expect(answer.headers.get('x-supabase-api-version')).toBeNull();
    expect(answer.headers.get('x-sb-error-code')).toBe('validation_failed');
  },
);

test.each(['2024-01-01', '2025-06-30'])('API version %s gets errors of the second kind', async (version) => {
  const headers = { 'x-supabase-api-version': version };
  const answer = await send(server, '/token?grant_type=password', { body: {}, headers });
  expect(answer.body).toEqual({ code: 'validation_failed', message: 'missing email or phone' });
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
});

test('a weak password gives its reasons in both kinds', async () => {
  const body = { email: newEmail(), password: 'club' };
  const first = await send(server, '/signup', { body });
  expect(first.body).toMatchObject({
    error_code: 'weak_password',
    weak_password: { reasons: ['length', 'pwned'] },
  });
  const second = await send(server, '/signup', { body, headers: current });
  expect(second.body).toMatchObject({
    code: 'weak_password',
    weak_password: { reasons: ['length', 'pwned'] },
  });
});

test.each([
  ['GET', '/nowhere'],
  ['POST', '/admin/nothing'],
  ['DELETE', '/signup'],
  ['GET', '/'],
])('%s %s gets a 404 with JSON', async (method, path) => {
  const { status, body, headers } = await send(server, path, { method });
  expect([status, body['code'], typeof body['msg']]).toEqual([404, 404, 'string']);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
  '',
  'null and void',
  '[]',
  '"text"',
  '17',
  '{"email":["a"]}',
  '{"data":[]}',
  '{"email":"a"',
  '{"a":1e999}',
])('the body %s is bad JSON', async (body) => {
  const { status, body: answer } = await send(server, '/signup', { body });
  expect([status, answer['error_code']]).toEqual([400, 'bad_json']);
  expect(answer['msg']).toMatch(/^Could not parse request body as JSON: /);
});

test('bytes that are not UTF-8 are bad JSON', async () => {
  const bytes = Buffer.from('{"email":"a@example.com","password":"\xff\xfe"}', 'latin1');
  const response = await server.request('/auth/v1/signup', { method: 'POST', body: bytes });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error_code: 'bad_json' });
});

test('text that PostgreSQL cannot store is rejected', async () => {
  for (const bad of ['a\0b', 'a\ud800b']) {
    const body = { email: newEmail(), password: goodPassword, data: { deep: [{ text: bad }] } };
    expect(await send(server, '/signup', { body })).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  }
});

test('L3, V8: a body above 64 KB is too large, announced or not', async () => {
  const body = JSON.stringify({
    email: newEmail(),
    password: goodPassword,
    data: { x: 'x'.repeat(2 ** 16) },
  });
  expect(await send(server, '/signup', { body })).toMatchObject({
    status: 413,
    body: { error_code: 'request_entity_too_large' },
  });
  const stream = new Blob([body]).stream();
  const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
  expect((await server.request('/auth/v1/signup', init)).status).toBe(413);
});

test('L3 deep nesting is rejected', async () => {
  const body = `{"data":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  expect((await send(server, '/signup', { body })).body['error_code']).toBe('bad_json');
});

/** A token signed with the server's own key. */
function sign(claims: Record<string, unknown>): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return server.context.tokens.sign({
    aud: 'authenticated',
    role: 'authenticated',
    iat: now,
    exp: now + 60,
    ...claims,
  });
}

async function askWith(token: string): Promise<readonly [number, unknown, unknown]> {
  const { status, body } = await send(server, '/user', { token });
  return [status, body['error_code'], body['msg']];
}

test('bearer tokens are checked in upstream’s order', async () => {
  const without = await send(server, '/user');
  expect([without.status, without.body['error_code'], without.body['msg']]).toEqual([
    401,
    'no_authorization',
    'This endpoint requires a valid Bearer token',
  ]);
  const basic = await send(server, '/user', { headers: { authorization: 'Basic YTpi' } });
  expect(basic.body['error_code']).toBe('no_authorization');
  const badSignature = expect.stringMatching(/^invalid JWT: unable to parse or verify signature, /);
  const { user, access_token: token } = await signUp(server);
  expect(await askWith(`${token.slice(0, -6)}AAAAAA`)).toEqual([403, 'bad_jwt', badSignature]);
  expect(await askWith('a.b.c')).toEqual([403, 'bad_jwt', badSignature]);
  expect(await askWith(await sign({ sub: user.id, exp: 1 }))).toEqual([403, 'bad_jwt', badSignature]);
  expect(await askWith(await sign({}))).toEqual([403, 'bad_jwt', 'invalid claim: missing sub claim']);
  expect(await askWith(server.context.config.keys.publishable)).toEqual([
    403,
    'bad_jwt',
    'invalid claim: missing sub claim',
  ]);
  expect((await askWith(await sign({ sub: 'somebody' }))).slice(0, 2)).toEqual([400, 'bad_jwt']);
  const stranger = await sign({ sub: randomUUID(), session_id: randomUUID() });
  expect(await askWith(stranger)).toEqual([
    403,
    'user_not_found',
    'User from sub claim in JWT does not exist',
  ]);
  for (const session of [randomUUID(), 'not a session', server.as('diego').sessionId])
    expect((await askWith(await sign({ sub: user.id, session_id: session }))).slice(0, 2)).toEqual([
      403,
      'session_not_found',
    ]);
  await server.context.db.query(
    `update auth.users set banned_until = now() + interval '1 hour' where id = $1`,
    [user.id],
  );
  expect(await askWith(token)).toEqual([403, 'user_banned', 'User is banned']);
});

test('S1 forged tokens are rejected', async () => {
  const { user } = await signUp(server);
  const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated' };
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [jwk] = server.context.tokens.publicKeys;
  const none = `${part({ alg: 'none' })}.${part(claims)}.`;
  const swapped = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: jwk!.kid! })
    .sign(Buffer.from(JSON.stringify(jwk)));
  const otherSecret = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from('some other secret of at least thirty-two bytes'));
  const foreign = await sign({ ...claims, aud: 'elsewhere' });
  const everything = await sign({ ...claims, role: 'postgres' });
  for (const token of [none, swapped, otherSecret, foreign, everything])
    expect((await askWith(token)).slice(0, 2)).toEqual([403, 'bad_jwt']);
});

test('tokens and keys of an earlier installation stay valid', async () => {
  const { user } = await signUp(server);
  const secret = Buffer.from(legacySecret);
  const make = (claims: Record<string, unknown>): Promise<string> =>
    new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(secret);
  const token = await make({ sub: user.id, aud: 'authenticated', role: 'authenticated' });
  expect((await send(server, '/user', { token })).body['id']).toBe(user.id);
  const service = await make({ role: 'service_role', iss: 'supabase' });
  expect((await send(server, '/admin/users', { token: service })).status).toBe(200);
  const anon = await make({ role: 'anon', iss: 'supabase' });
  expect((await send(server, '/admin/users', { token: anon })).body['error_code']).toBe('not_admin');
});

test('a defect’s response has no details, only an error id that is in the log', async () => {
  await using broken = await startTestApp();
  await broken.context.db.query('alter table auth.users rename column email to mail');
  const { status, body } = await send(broken, '/signup', {
    body: { email: newEmail(), password: goodPassword },
  });
  expect(status).toBe(500);
  expect(body).toEqual({
    code: 500,
    error_code: 'unexpected_failure',
    msg: 'Unexpected failure, please check server logs for more information',
    error_id: expect.stringMatching(/^[\da-f-]{36}$/),
  });
});

test('health, settings and jwks respond without a session', async () => {
  const health = await send(server, '/health');
  expect(health.body).toEqual({
    version: expect.any(String),
    name: expect.any(String),
    description: expect.any(String),
  });
  const settings = await send(server, '/settings');
  expect(settings.body).toMatchObject({
    external: { email: true, phone: false, google: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: true,
    phone_autoconfirm: true,
    sms_provider: '',
    saml_enabled: false,
    saml_private_key_next_configured: false,
    passkeys_enabled: true,
  });
  const jwks = await send(server, '/.well-known/jwks.json');
  expect(jwks.headers.get('cache-control')).toBe('public, max-age=600');
  const [jwk] = jwks.body['keys'] as Record<string, string>[];
  expect(jwk).toMatchObject({ kty: 'EC', alg: 'ES256', use: 'sig', kid: expect.any(String) });
  expect(jwk).not.toHaveProperty('d');
  await importJWK(jwk!);
});

test('the secret key alone, as apikey, is enough for the admin routes', async () => {
  const { secret } = server.context.config.keys;
  expect((await send(server, '/admin/users', { headers: { apikey: secret } })).status).toBe(200);
  expect((await sendAsAdmin(server, '/admin/users')).status).toBe(200);
});
