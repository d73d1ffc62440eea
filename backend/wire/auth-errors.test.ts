import { expect, test } from 'vitest';
import { anybody, as, call, newPerson, post, service, told } from './people.ts';

const version = { 'x-supabase-api-version': '2024-01-01' };
const wrong = { email: 'nobody@example.com', password: 'Copper lake 77' };
const signIn = '/auth/v1/token?grant_type=password';

test('earlier clients get the earlier body', async () => {
  const answer = await post(signIn, wrong);
  expect(answer.headers.get('x-sb-error-code')).toBe('invalid_credentials');
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual({
    code: 400,
    error_code: 'invalid_credentials',
    msg: 'Invalid login credentials',
  });
});

test('clients since 2024 get the new body, and the version back', async () => {
  const answer = await post(signIn, wrong, version);
  expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(await answer.json()).toEqual({ code: 'invalid_credentials', message: 'Invalid login credentials' });
});

test('a weak password tells its reasons in both', async () => {
  const body = { email: 'nobody@example.com', password: 'abc' };
  expect(await told(post('/auth/v1/signup', body))).toMatchObject({
    status: 422,
    body: {
      code: 422,
      error_code: 'weak_password',
      weak_password: { reasons: expect.arrayContaining(['length']) },
    },
  });
  expect(await told(post('/auth/v1/signup', body, version))).toMatchObject({
    status: 422,
    body: { code: 'weak_password', weak_password: { reasons: expect.arrayContaining(['length']) } },
  });
});

test.each([
  ['GET', '/auth/v1/user'],
  ['PUT', '/auth/v1/user'],
  ['POST', '/auth/v1/logout'],
  ['POST', '/auth/v1/factors'],
])('%s %s asks for a bearer token', async (method, path) => {
  const body = method === 'GET' ? {} : { body: '{}' };
  const missing = await told(call(path, { method, ...body }));
  expect(missing).toMatchObject({
    status: 401,
    body: { error_code: 'no_authorization', msg: 'This endpoint requires a valid Bearer token' },
  });
  const bad = await told(call(path, { method, ...body, headers: { authorization: 'Bearer a.b.c' } }));
  expect(bad).toMatchObject({
    status: 403,
    body: { error_code: 'bad_jwt', msg: expect.stringMatching(/^invalid JWT/) },
  });
});

test('the token of a deleted account belongs to nobody', async () => {
  const person = await newPerson();
  await service.auth.admin.deleteUser(person.user.id);
  expect(await told(call('/auth/v1/user', { headers: as(person) }))).toMatchObject({
    status: 403,
    body: { error_code: expect.stringMatching(/^(user|session)_not_found$/) },
  });
});

test('the secret key is nobody in particular', async () => {
  expect(await told(call('/auth/v1/user', { headers: as() }))).toMatchObject({ status: 403 });
});

test.each(['{', 'null', '[]', '"text"', '7'])('the body %s is no request', async (body) => {
  const headers = { 'content-type': 'application/json' };
  const { status, body: answer } = await told(call(signIn, { method: 'POST', headers, body }));
  expect(status).toBe(400);
  expect(answer).toEqual({ code: status, error_code: expect.any(String), msg: expect.any(String) });
});

test('a body over a mebibyte is too large', async () => {
  const answer = await told(post('/auth/v1/signup', { email: 'x'.repeat(1_100_000) }));
  expect(answer).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } });
});

test.each(['', '?grant_type=', '?grant_type=client_credentials'])('there is no grant %j', async (query) => {
  expect(await told(post(`/auth/v1/token${query}`, wrong))).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials', msg: 'unsupported_grant_type' },
  });
});

test('there is no such address', async () => {
  expect(await told(call('/auth/v1/nowhere'))).toMatchObject({ status: 404, body: { code: 404 } });
  expect((await told(post('/auth/v1/user', {}))).status).toBeOneOf([404, 405]);
});

test.each([
  ['POST', '/token?grant_type=web3', 422, 'web3_provider_disabled'],
  ['POST', '/oauth/token', 404, 'feature_disabled'],
  ['GET', '/admin/oauth/clients', 404, 'feature_disabled'],
  ['GET', '/user/oauth/grants', 404, 'feature_disabled'],
  ['GET', '/admin/custom-providers', 404, 'feature_disabled'],
])('%s %s is switched off', async (method, path, status, code) => {
  const body = method === 'GET' ? {} : { body: '{}' };
  const answer = await told(call(`/auth/v1${path}`, { method, headers: as(), ...body }));
  expect(answer).toMatchObject({ status, body: { error_code: code } });
});

test('what is off says so, before it looks at the request', async () => {
  const { body } = await told(call('/auth/v1/settings'));
  const settings = body as { saml_enabled: boolean; external: Record<string, boolean> };
  if (!settings.external['google'])
    expect(await told(call('/auth/v1/authorize?provider=google'))).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed', msg: expect.stringContaining('Unsupported provider') },
    });
  expect(await told(call('/auth/v1/authorize?provider=nobody'))).toMatchObject({ status: 400 });
  expect(
    (await anybody.auth.signInWithPassword({ phone: '+56912345678', password: 'x' })).error?.status,
  ).toBeOneOf([400, 422]);
});

test('a page of another origin may call', async () => {
  const headers = {
    origin: 'http://localhost:3000',
    'access-control-request-method': 'POST',
    'access-control-request-headers':
      'apikey,authorization,content-type,x-client-info,x-supabase-api-version',
  };
  const answer = await call('/auth/v1/token', { method: 'OPTIONS', headers });
  expect(answer.status).toBeLessThan(300);
});
