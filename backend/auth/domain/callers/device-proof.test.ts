import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  goodPassword,
  refresh,
  send,
  sendAsAdmin,
  signIn,
  signUp,
  type Sending,
} from '../../../testing/auth/auth.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { fragmentOf, lastMessageTo } from '../../../testing/outbox.ts';
import { configureProviders, cookieOf, returnTo } from '../../../testing/auth/oauth.ts';
import { startOidcServer, type OidcServer } from '../../../testing/auth/oidc.ts';

let oidc: OidcServer;
let server: TestApp;
beforeAll(async () => {
  oidc = await startOidcServer('http://127.0.0.1:8000/auth/v1/callback');
  server = await startTestApp({
    config: (config) =>
      withAuth({
        sms: { enable_signup: true, max_frequency: '0s' },
        email: { max_frequency: '0s' },
        passkey: { enabled: true },
      })(configureProviders(oidc)(config)),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await oidc[Symbol.asyncDispose]();
});

const newPassword = 'lámpara 31 Ventana';

interface Link {
  readonly hashed_token: string;
  readonly action_link: string;
  readonly email_otp: string;
}

async function deviceLink(email: string): Promise<Link> {
  const body = { type: 'magiclink', email, for_device: true };
  const made = await sendAsAdmin(server, '/admin/generate_link', { body });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body as unknown as Link;
}

/** An account, and a device of it that was set up by a link a moment ago. */
async function newDevice(type = 'magiclink') {
  const { user } = await signUp(server);
  const email = user.email!;
  const { hashed_token: token_hash } = await deviceLink(email);
  const { status, body } = await send(server, '/verify', { body: { type, token_hash } });
  expect(status, JSON.stringify(body)).toBe(200);
  const [token, refreshToken] = [body['access_token'] as string, body['refresh_token'] as string];
  return { id: user.id, email, token, refreshToken };
}

const google = '/user/identities/authorize?provider=google&skip_http_redirect=true';

/** Requests that change the ways to sign in. */
const changes: Readonly<Record<string, readonly [path: string, sending: Sending]>> = {
  'a new password': ['/user', { method: 'PUT', body: { password: newPassword } }],
  'a new address': ['/user', { method: 'PUT', body: { email: 'thief@example.com' } }],
  'a new number': ['/user', { method: 'PUT', body: { phone: '56987654321' } }],
  'a password with other data': ['/user', { method: 'PUT', body: { data: { a: 1 }, password: newPassword } }],
  'a passkey': ['/passkeys/registration/options', { method: 'POST', body: {} }],
  'an authenticator app': ['/factors', { body: { factor_type: 'totp', friendly_name: 'thief' } }],
  'a provider': [google, {}],
  'unlinking an identity': ['/user/identities/00000000-0000-4000-8000-000000000000', { method: 'DELETE' }],
};

test.each(Object.entries(changes))(
  'N7: a device that a link set up needs proof for %s',
  async (_, [path, sending]) => {
    for (const type of ['magiclink', 'recovery', 'email']) {
      const { token, refreshToken } = await newDevice(type);
      const needed = { status: 400, body: { error_code: 'reauthentication_needed' } };
      expect(await send(server, path, { ...sending, token })).toMatchObject(needed);
      const next = await refresh(server, refreshToken);
      expect(
        await send(server, path, { ...sending, token: next.body['access_token'] as string }),
      ).toMatchObject(needed);
    }
  },
);

test('N7: nor when the link is opened as a page, and the link works in no other form', async () => {
  const { user } = await signUp(server);
  const link = await deviceLink(user.email!);
  for (const body of [
    { type: 'magiclink', token_hash: link.hashed_token.replace('device_', '') },
    { type: 'magiclink', token_hash: link.hashed_token.replace('device_', 'pkce_') },
    { type: 'magiclink', email: user.email, token: link.email_otp },
    { type: 'email', email: user.email, token: link.email_otp },
  ])
    expect((await send(server, '/verify', { body })).body['error_code']).toBe('otp_expired');
  const page = await server.request(link.action_link.slice(server.context.config.publicUrl.length));
  const { access_token: token } = fragmentOf(new URL(page.headers.get('location')!));
  expect(decodeJwt(token!)['amr']).toMatchObject([{ method: 'device' }]);
  const [path, sending] = changes['a new password']!;
  expect((await send(server, path, { ...sending, token: token! })).status).toBe(400);
});

test('N7: nor where new passwords need no recent sign-in, or the former password only', async () => {
  for (const settings of [{ email: { secure_password_change: false } }, { require_current_password: true }]) {
    await using lenient = await startTestApp({ config: withAuth(settings) });
    const { user } = await signUp(lenient);
    const link = await sendAsAdmin(lenient, '/admin/generate_link', {
      body: { type: 'magiclink', email: user.email, for_device: true },
    });
    const token_hash = link.body['hashed_token'];
    const { body } = await send(lenient, '/verify', { body: { type: 'magiclink', token_hash } });
    const [path, sending] = changes['a new password']!;
    const { status } = await send(lenient, path, { ...sending, token: body['access_token'] as string });
    expect(status).toBe(400);
  }
});

test('N7: the password, a code from the mailbox or a sign-in on the device is a proof', async () => {
  const first = await newDevice();
  const change = { method: 'PUT', body: { password: newPassword, current_password: goodPassword } };
  expect((await send(server, '/user', { ...change, token: first.token })).status).toBe(200);

  const second = await newDevice();
  await send(server, '/reauthenticate', { token: second.token });
  const { code: nonce } = await lastMessageTo(server, second.email);
  const proved = { method: 'PUT', token: second.token, body: { password: newPassword, nonce } };
  expect((await send(server, '/user', proved)).status).toBe(200);

  const third = await newDevice();
  const { body } = await signIn(server, third.email);
  const [path, sending] = changes['a new password']!;
  expect((await send(server, path, { ...sending, token: body['access_token'] as string })).status).toBe(200);
});

test('N7: a device links no identity that an app brings along; its owner does after a sign-in', async () => {
  const { token, email } = await newDevice();
  const linking = { provider: 'google', id_token: 'any', link_identity: true };
  const { body } = await send(server, '/token?grant_type=id_token', { token, body: linking });
  expect(body['error_code']).toBe('reauthentication_needed');
  const signedIn = (await signIn(server, email)).body['access_token'] as string;
  const begun = await send(server, google, { token: signedIn });
  const who = { sub: email, email, email_verified: true };
  const end = await returnTo(
    server,
    await oidc.visit(begun.body['url'] as string, who),
    cookieOf(begun.headers),
  );
  expect(fragmentOf(end)['access_token']).toBeDefined();
});

test('N7: an old session links nothing either, and a session without the second factor', async () => {
  const { user, access_token: token } = await signUp(server);
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [user.id],
  );
  expect((await send(server, google, { token })).body['error_code']).toBe('reauthentication_needed');
  const secured = await signUp(server);
  await server.context.db.query(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
     values ($1, 'phone', 'totp', 'verified', 'x')`,
    [secured.user.id],
  );
  const refused = await send(server, google, { token: secured.access_token });
  expect(refused.body['error_code']).toBe('insufficient_aal');
});

test('N7: only administrators make links, and only magic links are for devices', async () => {
  const { user, access_token: token } = await signUp(server);
  const body = { type: 'magiclink', email: user.email, for_device: true };
  expect((await send(server, '/admin/generate_link', { token, body })).status).toBe(403);
  const recovery = await sendAsAdmin(server, '/admin/generate_link', { body: { ...body, type: 'recovery' } });
  expect(recovery.body['error_code']).toBe('validation_failed');
  const plain = await sendAsAdmin(server, '/admin/generate_link', { body: { ...body, for_device: false } });
  expect(plain.body['hashed_token']).toMatch(/^[0-9a-f]{56}$/);
});
