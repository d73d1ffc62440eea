import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, newEmail, send, sendAsAdmin, signUp } from '../../../testing/auth/auth.ts';
import { startOidcServer, type OidcPerson, type OidcServer } from '../../../testing/auth/oidc.ts';
import {
  authorizeAt,
  configureProviders,
  follow,
  fragmentOf,
  returnTo,
} from '../../../testing/auth/oauth.ts';

let oidc: OidcServer;
let server: TestApp;
beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8000/auth/v1/callback');
  server = await startTestApp({ config: configureProviders(oidc) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

let count = 0;
function newPerson(changes: Partial<OidcPerson> = {}): OidcPerson {
  count += 1;
  return {
    sub: `person-${count}`,
    email: newEmail(),
    email_verified: true,
    name: 'Rosa Paredes',
    ...changes,
  };
}

test('GET /settings lists the enabled providers', async () => {
  const { body } = await send(server, '/settings');
  expect(body['external']).toMatchObject({ google: true, company: true, apple: false, github: false });
});

test('the implicit flow returns the session in the fragment', async () => {
  const person = newPerson({ picture: 'https://images.example/rosa.png' });
  const end = await follow(server, oidc, person);
  expect(end.origin + end.pathname).toBe('http://127.0.0.1:8000/');
  const session = fragmentOf(end);
  expect(session).toMatchObject({
    token_type: 'bearer',
    expires_in: '3600',
    provider_token: expect.any(String),
  });
  const { body: user } = await send(server, '/user', { token: session['access_token']! });
  expect(user).toMatchObject({
    email: person.email,
    email_confirmed_at: expect.any(String),
    app_metadata: { provider: 'google', providers: ['google'] },
    user_metadata: {
      sub: person.sub,
      provider_id: person.sub,
      iss: oidc.issuer,
      email: person.email,
      email_verified: true,
      phone_verified: false,
      full_name: 'Rosa Paredes',
      name: 'Rosa Paredes',
      avatar_url: 'https://images.example/rosa.png',
      picture: 'https://images.example/rosa.png',
    },
    identities: [{ provider: 'google', id: person.sub, email: person.email }],
  });
});

test('a second sign-in finds the same account and updates its claims', async () => {
  const person = newPerson();
  const first = fragmentOf(await follow(server, oidc, person));
  const again = fragmentOf(await follow(server, oidc, { ...person, name: 'Rosa Paredes Soto' }));
  const { body: before } = await send(server, '/user', { token: first['access_token']! });
  const { body: after } = await send(server, '/user', { token: again['access_token']! });
  expect(after['id']).toBe(before['id']);
  expect(after['user_metadata']).toMatchObject({ name: 'Rosa Paredes Soto' });
  expect(after['identities']).toHaveLength(1);
});

test('a confirmed address links the identity to the account that has it', async () => {
  const email = newEmail();
  const { body: account } = await sendAsAdmin(server, '/admin/users', {
    body: { email, email_confirm: true },
  });
  const person = newPerson({ email: email.toUpperCase() });
  const { access_token: token } = fragmentOf(await follow(server, oidc, person));
  const { body: user } = await send(server, '/user', { token: token! });
  expect(user).toMatchObject({
    id: account['id'],
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
  });
  expect(user['identities']).toHaveLength(2);
});

test('an unconfirmed address gives no access to the account that has it', async () => {
  const session = await signUp(server);
  const person = newPerson({ email: session.user.email!, email_verified: false });
  const { access_token: token } = fragmentOf(await follow(server, oidc, person));
  const { body: user } = await send(server, '/user', { token: token! });
  expect(user['id']).not.toBe(session.user.id);
  expect(user['email']).toBe('');
});

test('a stranger’s account loses its password when the owner of the address signs in', async () => {
  const email = newEmail();
  const session = await signUp(server, email);
  await server.context.db.query('update auth.users set email_confirmed_at = null where id = $1', [
    session.user.id,
  ]);
  const { access_token: token } = fragmentOf(await follow(server, oidc, newPerson({ email })));
  const { body: user } = await send(server, '/user', { token: token! });
  expect(user).toMatchObject({ id: session.user.id, app_metadata: { providers: ['google'] } });
  const { body } = await send(server, '/token?grant_type=password', {
    body: { email, password: 'cordón umbral 7 Faro' },
  });
  expect(body['error_code']).toBe('invalid_credentials');
  expect((await send(server, '/user', { token: session.access_token })).status).toBe(403);
});

test('scopes and parameters of the app reach the provider, reserved ones do not', async () => {
  const { url } = await authorizeAt(server, {
    provider: 'google',
    scopes: 'calendar openid',
    prompt: 'consent',
    client_id: 'x',
    state: 'x',
  });
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    client_id: oidc.clientId,
    prompt: 'consent',
    redirect_uri: 'http://127.0.0.1:8000/auth/v1/callback',
    response_type: 'code',
    scope: 'openid email profile calendar',
    code_challenge_method: 'S256',
  });
  expect(url.searchParams.get('state')).toMatch(/^[0-9a-f-]{36}$/);
});

test.each([
  ['provider=github', 'Unsupported provider: provider github is not enabled'],
  ['', 'Unsupported provider: Provider could not be found'],
  ['provider=google&code_challenge=x', 'PKCE flow requires code_challenge_method and code_challenge'],
])('/authorize?%s is rejected', async (query, message) => {
  const { status, body } = await send(server, `/authorize?${query}`);
  expect([status, body['error_code'], body['msg']]).toEqual([400, 'validation_failed', message]);
});

test.each([
  ['http://127.0.0.1:8000/welcome?a=1', 'http://127.0.0.1:8000/welcome'],
  ['https://preview-7.club.example/in', 'https://preview-7.club.example/in'],
  ['https://evil.example/', 'http://127.0.0.1:8000/'],
  ['https://preview-7.club.example@evil.example/in', 'http://127.0.0.1:8000/'],
  ['javascript:alert(1)', 'http://127.0.0.1:8000/'],
])('redirect_to=%s leads to %s', async (redirectTo, target) => {
  const end = await follow(server, oidc, newPerson(), { redirect_to: redirectTo });
  expect(end.origin + end.pathname).toBe(target);
});

test('the app learns of the provider’s error in query and fragment', async () => {
  const end = await follow(server, oidc, null, { redirect_to: 'http://127.0.0.1:8000/login' });
  expect(end.pathname).toBe('/login');
  const told = { error: 'access_denied', error_description: 'The person refused' };
  expect(Object.fromEntries(end.searchParams)).toMatchObject(told);
  expect(fragmentOf(end)).toMatchObject(told);
});

test.each([
  ['', 'bad_oauth_callback'],
  ['?state=nothing&code=x', 'bad_oauth_state'],
  ['?state=00000000-0000-4000-8000-000000000000&code=x', 'bad_oauth_state'],
])('/callback%s ends at the app with %s', async (query, code) => {
  const response = await server.request(`/auth/v1/callback${query}`);
  const end = new URL(response.headers.get('location')!);
  expect([response.status, end.origin]).toEqual([303, 'http://127.0.0.1:8000']);
  expect(end.searchParams.get('error_code')).toBe(code);
  expect(fragmentOf(end)).toMatchObject({ error: 'invalid_request', error_code: code });
});

test('a provider’s response is valid once, for five minutes', async () => {
  const { url, cookie } = await authorizeAt(server, { provider: 'google' });
  const answer = await oidc.visit(url, newPerson());
  expect(fragmentOf(await returnTo(server, answer, cookie))).toHaveProperty('access_token');
  expect((await returnTo(server, answer, cookie)).href).toContain('flow_state_already_used');
  const later = await authorizeAt(server, { provider: 'google' });
  const late = await oidc.visit(later.url, newPerson());
  await server.context.db.query(`update auth.flow_state set created_at = now() - interval '6 minutes'`);
  expect((await returnTo(server, late, later.cookie)).href).toContain('bad_oauth_state');
});

test('a forged code is rejected', async () => {
  const { url, cookie } = await authorizeAt(server, { provider: 'google' });
  const query = new URLSearchParams({
    state: url.searchParams.get('state')!,
    code: 'made up',
    iss: oidc.issuer,
  });
  const response = await server.request('/auth/v1/callback', {
    method: 'POST',
    body: query,
    headers: { cookie },
  });
  const end = new URL(response.headers.get('location')!);
  expect(fragmentOf(end)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' });
});

test('a banned account and a disabled sign-up redirect with access_denied', async () => {
  const person = newPerson();
  const { access_token: token } = fragmentOf(await follow(server, oidc, person));
  const { body: user } = await send(server, '/user', { token: token! });
  await server.context.db.query(
    `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
    [user['id']],
  );
  const banned = fragmentOf(await follow(server, oidc, person));
  expect(banned).toMatchObject({ error: 'access_denied', error_code: 'user_banned' });
  await using closed = await startTestApp({
    config: (config) => {
      const { protocol, ...rest } = configureProviders(oidc)(config);
      return { ...rest, protocol: { ...protocol, auth: { ...protocol.auth, enable_signup: false } } };
    },
  });
  const refused = fragmentOf(await follow(closed, oidc, newPerson()));
  expect(refused).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' });
});

test('without an address there is no account, unless email_optional is set', async () => {
  const { email: _, ...nameless } = newPerson();
  expect(fragmentOf(await follow(server, oidc, nameless))).toMatchObject({ error_code: 'validation_failed' });
  const end = await follow(server, oidc, nameless, { provider: 'company' });
  const { body: user } = await send(server, '/user', { token: fragmentOf(end)['access_token']! });
  expect(user['email']).toBe('');
});

test('with PKCE the official client exchanges the code, once, for a session with the provider’s token', async () => {
  const client = createClient(server, undefined, 'pkce');
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  });
  const asked = await server.request(data.url!.replace('http://127.0.0.1:8000', ''));
  const answer = await oidc.visit(asked.headers.get('location')!, newPerson());
  const back = await server.request(answer.pathname + answer.search);
  const end = new URL(back.headers.get('location')!);
  expect(end.hash).toBe('');
  const code = end.searchParams.get('code')!;
  const exchanged = await client.exchangeCodeForSession(code);
  expect(exchanged.error).toBeNull();
  expect(exchanged.data.session).toMatchObject({ provider_token: expect.any(String), token_type: 'bearer' });
  const again = await send(server, '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x' },
  });
  expect([again.status, again.body['error_code']]).toEqual([404, 'flow_state_not_found']);
});

test('V8: a sign-in with long claims succeeds with a small token', async () => {
  const long = 'á'.repeat(400);
  const person = newPerson({ name: long, picture: `https://images.example/${'p'.repeat(800)}` });
  const session = fragmentOf(await follow(server, oidc, person));
  expect(session['access_token']!.length).toBeLessThan(8000);
  const { body: user } = await send(server, '/user', { token: session['access_token']! });
  expect(user).toMatchObject({ user_metadata: { sub: person.sub, email: person.email, full_name: long } });
  expect(user['user_metadata']).not.toHaveProperty('picture');
});
