import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  createClient,
  goodPassword,
  newEmail,
  send,
  sendAsAdmin,
  signIn,
  signUp,
} from '../../../testing/auth/auth.ts';
import { codeOf, enrol } from '../../../testing/auth/factors.ts';
import { configureProviders, cookieOf, follow, fragmentOf, returnTo } from '../../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../../testing/auth/oidc.ts';
import { lastMessageTo } from '../../../testing/outbox.ts';
import { addPasskey, newAuthenticator, signInWithPasskey } from '../../../testing/auth/passkeys.ts';

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

const owner = (email: string) => ({ sub: newEmail(), email, email_verified: true, name: 'Rosa Paredes' });

/** Signs the owner of an address in with Google. */
async function enterByGoogle(email: string) {
  const token = fragmentOf(await follow(server, oidc, owner(email)))['access_token']!;
  return { token, user: (await send(server, '/user', { token })).body };
}

async function enterByIdToken(email: string) {
  const { idToken } = await oidc.idToken(owner(email));
  const body = { provider: 'google', id_token: idToken };
  const session = (await send(server, '/token?grant_type=id_token', { body })).body;
  return { token: session['access_token'] as string, user: session['user'] as Record<string, unknown> };
}

test.each([
  ['a provider', enterByGoogle],
  ['an id token', enterByIdToken],
])(
  'V17: nothing of the stranger who opened the account in advance stays when its owner comes by %s',
  async (_, enter) => {
    const email = newEmail();
    const stranger = await signUp(server, email);
    const client = createClient(server);
    await client.setSession(stranger);
    const { factorId, secret } = await enrol({ client });
    await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    const authenticator = newAuthenticator(server);
    await addPasskey(client, authenticator);
    await send(server, '/user', {
      method: 'PUT',
      token: stranger.access_token,
      body: { data: { name: 'M' } },
    });

    const { token, user } = await enter(email);

    expect(user).toMatchObject({ id: stranger.user.id, email, app_metadata: { providers: ['google'] } });
    expect(user['user_metadata']).toMatchObject({ name: 'Rosa Paredes' });
    expect(user['factors'] ?? []).toEqual([]);
    expect((await signIn(server, email)).body['error_code']).toBe('invalid_credentials');
    expect((await signInWithPasskey(server, authenticator)).status).toBe(400);
    const { status } = await send(server, '/user', { token: stranger.access_token });
    expect(status).toBe(403);
    const refreshed = await send(server, '/token?grant_type=refresh_token', {
      body: { refresh_token: stranger.refresh_token },
    });
    expect(refreshed.status).toBe(400);
    expect((await lastMessageTo(server, email)).kind).toBe('account_claimed');
    expect((await send(server, '/user', { token })).status).toBe(200);
  },
);

test('V17: changing to an unproved address does not prove it', async () => {
  const email = newEmail();
  const stranger = await signUp(server);
  const changed = await send(server, '/user', {
    method: 'PUT',
    token: stranger.access_token,
    body: { email, current_password: goodPassword },
  });
  expect(changed.body).toMatchObject({ email });
  await enterByGoogle(email);
  expect((await signIn(server, email)).body['error_code']).toBe('invalid_credentials');
});

test('V17: an address that another provider did not verify is taken over too', async () => {
  const email = newEmail();
  const stranger = { sub: newEmail(), email, email_verified: false };
  const first = fragmentOf(await follow(server, oidc, stranger, { provider: 'company' }))['access_token']!;
  const { user } = await enterByGoogle(email);
  expect(user).toMatchObject({ app_metadata: { providers: ['google'] } });
  expect((await send(server, '/user', { token: first })).status).toBe(403);
});

test('V17: a link flow that a stranger began does not join the owner’s account', async () => {
  const email = newEmail();
  const stranger = await signUp(server, email);
  const asked = await send(server, '/user/identities/authorize?provider=google&skip_http_redirect=true', {
    token: stranger.access_token,
  });
  const cookie = cookieOf(asked.headers);
  const answer = await oidc.visit(asked.body['url'] as string, owner(newEmail()));
  await enterByGoogle(email);
  const end = await returnTo(server, answer, cookie);
  expect(fragmentOf(end)).toMatchObject({ error_code: 'bad_oauth_state' });
});

test('V17: an account with a proved address keeps its password', async () => {
  const [mailed, vouched, promoted] = [newEmail(), newEmail(), newEmail()];
  await signUp(server, mailed);
  await server.context.db.query('update auth.users set email_confirmed_at = null where email = $1', [mailed]);
  const { body: link } = await sendAsAdmin(server, '/admin/generate_link', {
    body: { type: 'signup', email: mailed, password: goodPassword },
  });
  await server.request((link['action_link'] as string).replace('http://127.0.0.1:8000', ''));
  const account = { email: vouched, password: goodPassword, email_confirm: true };
  await sendAsAdmin(server, '/admin/users', { body: account });
  const admin = await signUp(server, promoted);
  const body = { app_metadata: { role: 'admin' }, password: goodPassword };
  await sendAsAdmin(server, `/admin/users/${admin.user.id}`, { method: 'PUT', body });
  for (const email of [mailed, vouched, promoted]) {
    await enterByGoogle(email);
    expect((await signIn(server, email)).status, email).toBe(200);
  }
});

test('V17: an account is taken over once only', async () => {
  const email = newEmail();
  await signUp(server, email);
  const person = owner(email);
  const { access_token: token } = fragmentOf(await follow(server, oidc, person));
  await send(server, '/user', { method: 'PUT', token: token!, body: { password: goodPassword } });
  await follow(server, oidc, person);
  expect((await signIn(server, email)).status).toBe(200);
});
