import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { newEmail, send, signUp, type AuthResponse } from '../../testing/auth/auth.ts';
import { configureProviders, cookieOf, follow, fragmentOf, returnTo } from '../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../testing/auth/oidc.ts';

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

const person = () => ({ sub: newEmail(), email: newEmail(), email_verified: true });
type Identity = { readonly identity_id: string; readonly provider: string };

async function identitiesOf(token: string): Promise<readonly Identity[]> {
  return (await send(server, '/user', { token })).body['identities'] as Identity[];
}

/** Links an identity like a browser. @returns the app's address in the last redirect */
async function linkWithGoogle(token: string, who = person()): Promise<URL> {
  const path = '/user/identities/authorize?provider=google&skip_http_redirect=true';
  const { body, headers } = await send(server, path, { token });
  return returnTo(server, await oidc.visit(body['url'] as string, who), cookieOf(headers));
}

const remove = (token: string, id: string): Promise<AuthResponse> =>
  send(server, `/user/identities/${id}`, { method: 'DELETE', token });

test('a user links an identity with another address, and unlinks it', async () => {
  const session = await signUp(server);
  const end = await linkWithGoogle(session.access_token);
  const { access_token: token } = fragmentOf(end);
  const { body: user } = await send(server, '/user', { token: token! });
  expect(user).toMatchObject({
    id: session.user.id,
    email: session.user.email,
    app_metadata: { provider: 'email', providers: ['email', 'google'] },
  });
  const google = (await identitiesOf(token!)).find(({ provider }) => provider === 'google')!;
  expect(await remove(token!, google.identity_id)).toMatchObject({ status: 200, body: {} });
  expect(await identitiesOf(token!)).toMatchObject([{ provider: 'email' }]);
  const { body: after } = await send(server, '/user', { token: token! });
  expect(after['app_metadata']).toEqual({ provider: 'email', providers: ['email'] });
});

test('unlinking the e-mail identity replaces its address with the provider’s', async () => {
  const session = await signUp(server);
  const who = person();
  const { access_token: token } = fragmentOf(await linkWithGoogle(session.access_token, who));
  const mail = (await identitiesOf(token!)).find(({ provider }) => provider === 'email')!;
  await remove(token!, mail.identity_id);
  const { body: user } = await send(server, '/user', { token: token! });
  expect(user).toMatchObject({ email: who.email, app_metadata: { providers: ['google'] } });
});

test('an identity belongs to one account only', async () => {
  const who = person();
  await follow(server, oidc, who);
  const session = await signUp(server);
  const end = await linkWithGoogle(session.access_token, who);
  expect(end.searchParams.get('error_code')).toBe('identity_already_exists');
  expect(fragmentOf(end)['error_description']).toBe('Identity is already linked to another user');
});

test('identities that cannot be unlinked give upstream’s errors', async () => {
  const { access_token: token } = await signUp(server);
  const [own] = await identitiesOf(token);
  const codes = async (id: string) => {
    const { status, body } = await remove(token, id);
    return [status, body['error_code']];
  };
  expect(await codes(own!.identity_id)).toEqual([422, 'single_identity_not_deletable']);
  expect(await codes('mine')).toEqual([404, 'validation_failed']);
  const { access_token: other } = await signUp(server);
  const linked = fragmentOf(await linkWithGoogle(other))['access_token']!;
  expect(await remove(linked, own!.identity_id)).toMatchObject({
    status: 422,
    body: { error_code: 'identity_not_found' },
  });
});

test('an address that another account got meanwhile prevents unlinking', async () => {
  const session = await signUp(server);
  const who = person();
  const { access_token: token } = fragmentOf(await linkWithGoogle(session.access_token, who));
  await signUp(server, who.email);
  const mail = (await identitiesOf(token!)).find(({ provider }) => provider === 'email')!;
  expect(await remove(token!, mail.identity_id)).toMatchObject({
    status: 422,
    body: { error_code: 'email_conflict_identity_not_deletable' },
  });
});

test('linking and unlinking need the setting and a session', async () => {
  expect((await send(server, '/user/identities/authorize?provider=google')).status).toBe(401);
  await using off = await startTestApp();
  const { token } = off.as('nora');
  for (const [method, path] of [
    ['GET', '/user/identities/authorize?provider=google'],
    ['DELETE', '/user/identities/00000000-0000-4000-8000-000000000000'],
  ] as const)
    expect(await send(off, path, { method, token })).toMatchObject({
      status: 404,
      body: { error_code: 'manual_linking_disabled', msg: 'Manual linking is disabled' },
    });
});

test('two accounts that link one identity at once: one gets it', async () => {
  const who = person();
  const ends = await Promise.all(
    [await signUp(server), await signUp(server)].map(({ access_token: token }) => linkWithGoogle(token, who)),
  );
  const outcomes = ends.map((end) => fragmentOf(end)['error_code'] ?? 'linked').sort();
  expect(outcomes).toEqual(['identity_already_exists', 'linked']);
});

test('two requests that unlink the last two identities at once leave one', async () => {
  const session = await signUp(server);
  const { access_token: token } = fragmentOf(await linkWithGoogle(session.access_token));
  const both = await identitiesOf(token!);
  const answers = await Promise.all(both.map(({ identity_id: id }) => remove(token!, id)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await identitiesOf(token!)).toHaveLength(1);
});
