import type { Session } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, newEmail, send, sendAsAdmin, signIn, signUp } from '../../../testing/auth/auth.ts';
import {
  authorizeAt,
  configureProviders,
  cookieOf,
  follow,
  fragmentOf,
  returnTo,
} from '../../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../../testing/auth/oidc.ts';

let oidc: OidcServer;
let server: TestApp;
beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8000/auth/v1/callback');
  server = await startTestApp({ config: configureProviders(oidc, ['google', 'apple']) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

const person = () => ({ sub: newEmail(), email: newEmail(), email_verified: true });
const linking = '/user/identities/authorize?provider=google&skip_http_redirect=true';

async function identitiesOf(token: string): Promise<unknown[]> {
  return (await send(server, '/user', { token })).body['identities'] as unknown[];
}

test('V18: a provider’s response signs in only the browser that began the flow', async () => {
  const { url, cookie } = await authorizeAt(server, { provider: 'google' });
  const other = await authorizeAt(server, { provider: 'google' });
  const answer = await oidc.visit(url, person());
  for (const elsewhere of ['', other.cookie])
    expect(fragmentOf(await returnTo(server, answer, elsewhere))).toMatchObject({
      error_code: 'bad_oauth_state',
    });
  expect(fragmentOf(await returnTo(server, answer, cookie))).toHaveProperty('access_token');
});

test('V18: the cookie is HttpOnly, lasts as long as the flow, and is limited to the callback path', async () => {
  const response = await server.request('/auth/v1/authorize?provider=google');
  const [cookie = ''] = response.headers.getSetCookie();
  expect(cookie).toMatch(
    /^auth-flow=[\w-]{43}; Max-Age=300; Path=\/auth\/v1\/callback; HttpOnly; SameSite=Lax$/,
  );
});

test('V18: on https the cookie is Secure, and browsers send it with Apple’s posted form', async () => {
  const publicUrl = 'https://club.example';
  await using secure = await startTestApp({
    config: (config) => ({ ...configureProviders(oidc, ['google', 'apple'])(config), publicUrl }),
  });
  const attributes = async (provider: string) => {
    const response = await secure.request(`/auth/v1/authorize?provider=${provider}`);
    return response.headers.getSetCookie()[0]?.split('; ').slice(1);
  };
  expect(await attributes('google')).toEqual(expect.arrayContaining(['Secure', 'SameSite=Lax']));
  expect(await attributes('apple')).toEqual(expect.arrayContaining(['Secure', 'SameSite=None']));
});

test('V18: with PKCE only the app that began can use the code, so no cookie is needed', async () => {
  const client = createClient(server, undefined, 'pkce');
  const { data } = await client.signInWithOAuth({
    provider: 'google',
    options: { skipBrowserRedirect: true },
  });
  const asked = await server.request(data.url!.replace('http://127.0.0.1:8000', ''));
  const answer = await oidc.visit(asked.headers.get('location')!, person());
  const end = await returnTo(server, answer);
  const { error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
  expect(error).toBeNull();
});

test('V18: following another user’s link does not give them the identity', async () => {
  const [attacker, victim] = [await signUp(server), person()];
  const { body } = await send(server, linking, { token: attacker.access_token });
  const end = await returnTo(server, await oidc.visit(body['url'] as string, victim));
  expect(fragmentOf(end)).toMatchObject({ error_code: 'bad_oauth_state' });
  expect(await identitiesOf(attacker.access_token)).toHaveLength(1);
  const own = fragmentOf(await follow(server, oidc, victim))['access_token']!;
  expect((await send(server, '/user', { token: own })).body['id']).not.toBe(attacker.user.id);
});

test('V18: with PKCE an identity joins the account only after the app’s verifier', async () => {
  const [attacker, victim] = [await signUp(server), person()];
  const client = createClient(server, undefined, 'pkce');
  await client.setSession(attacker);
  const { data } = await client.linkIdentity({ provider: 'google' });
  const end = await returnTo(server, await oidc.visit(data.url!, victim));
  expect(await identitiesOf(attacker.access_token)).toHaveLength(1);
  const own = fragmentOf(await follow(server, oidc, victim))['access_token']!;
  expect((await send(server, '/user', { token: own })).body['id']).not.toBe(attacker.user.id);
  const late = await client.exchangeCodeForSession(end.searchParams.get('code')!);
  expect(late.error?.code).toBe('identity_already_exists');
});

test('V18: the app that began completes the link, with PKCE and with its cookie', async () => {
  const session = await signUp(server);
  const client = createClient(server, undefined, 'pkce');
  await client.setSession(session);
  const { data } = await client.linkIdentity({ provider: 'google' });
  const end = await returnTo(server, await oidc.visit(data.url!, person()));
  const { error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
  expect(error).toBeNull();
  expect(await identitiesOf(session.access_token)).toHaveLength(2);
  const asked = await send(server, linking, { token: session.access_token });
  const answer = await oidc.visit(asked.body['url'] as string, person());
  await returnTo(server, answer, cookieOf(asked.headers));
  expect(await identitiesOf(session.access_token)).toHaveLength(3);
});

test('V18: a link flow ends with the session that began it', async () => {
  const session = await signUp(server);
  const asked = await send(server, linking, { token: session.access_token });
  const answer = await oidc.visit(asked.body['url'] as string, person());
  await send(server, '/logout', { method: 'POST', token: session.access_token });
  const end = await returnTo(server, answer, cookieOf(asked.headers));
  expect(fragmentOf(end)).toMatchObject({ error_code: 'bad_oauth_state' });
});

/** Ways in which an owner, or an administrator, ends the session of a thief. Each gets the owner's token and account. */
const endings: Readonly<Record<string, (token: string, id: string) => Promise<unknown>>> = {
  'signs out the other devices': (token) => send(server, '/logout?scope=others', { method: 'POST', token }),
  'changes the password': (token) =>
    send(server, '/user', { method: 'PUT', token, body: { password: 'lámpara 31 Ventana' } }),
  'is blocked': (_, id) =>
    sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body: { ban_duration: '1h' } }),
  'is made an administrator': (_, id) =>
    sendAsAdmin(server, `/admin/users/${id}`, { method: 'PUT', body: { app_metadata: { role: 'admin' } } }),
};

test.each(Object.entries(endings))(
  'V18: a thief who began to link an identity does not end it once the owner %s',
  async (_, end) => {
    const owner = await signUp(server);
    const stolen = (await signIn(server, owner.user.email!)).body as unknown as Session;
    const identities = () =>
      server.context.db.query('select provider from auth.identities where user_id = $1', [owner.user.id]);
    const before = await identities();
    const thief = createClient(server, undefined, 'pkce');
    await thief.setSession(stolen);
    const { data } = await thief.linkIdentity({ provider: 'google' });
    const code = (await returnTo(server, await oidc.visit(data.url!, person()))).searchParams.get('code')!;
    const asked = await send(server, linking, { token: stolen.access_token });
    const answer = await oidc.visit(asked.body['url'] as string, person());
    await end(owner.access_token, owner.user.id);
    expect((await thief.exchangeCodeForSession(code)).error?.code).toBe('flow_state_not_found');
    expect(fragmentOf(await returnTo(server, answer, cookieOf(asked.headers)))).toMatchObject({
      error_code: 'bad_oauth_state',
    });
    expect(await identities()).toEqual(before);
  },
);

test('V18: the next flow deletes abandoned ones', async () => {
  await authorizeAt(server, { provider: 'google' });
  const { db } = server.context;
  for (const table of ['flow_state', 'oauth_client_states'])
    await db.query(`update auth.${table} set created_at = now() - interval '16 minutes'`);
  await authorizeAt(server, { provider: 'google' });
  for (const table of ['flow_state', 'oauth_client_states']) {
    const [row] = await db.query<{ count: number }>(`select count(*)::int as count from auth.${table}`);
    expect(row?.count, table).toBe(1);
  }
});

test('V18: a browser’s prefetch leaves the link valid', async () => {
  const session = await signUp(server);
  const { secret } = server.context.config.keys;
  const { body: link } = await send(server, '/admin/generate_link', {
    token: secret,
    headers: { apikey: secret },
    body: { type: 'magiclink', email: session.user.email },
  });
  const path = (link['action_link'] as string).replace('http://127.0.0.1:8000', '');
  const ahead = await server.request(path, { headers: { 'sec-purpose': 'prefetch;prerender' } });
  expect(ahead.status).toBe(503);
  const opened = await server.request(path);
  expect(opened.headers.get('location')).toContain('access_token');
});
