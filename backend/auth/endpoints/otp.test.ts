import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth/auth-config.ts';
import {
  createClient,
  goodPassword,
  newEmail,
  send,
  sendAsAdmin,
  signIn,
  signUp,
} from '../../testing/auth/auth.ts';
import { follow, fragmentOf, lastMessageTo, messagesTo } from '../../testing/outbox.ts';

let server: TestApp;
let confirming: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: withAuth({ email: { max_frequency: '0s', otp_length: 8 } }) });
  confirming = await startTestApp({
    config: withAuth({ email: { max_frequency: '0s', enable_confirmations: true } }),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await confirming[Symbol.asyncDispose]();
});

test('a mailed code signs in, as many digits long as configured', async () => {
  const { user } = await signUp(server);
  const client = createClient(server);
  expect((await client.signInWithOtp({ email: user.email! })).error).toBeNull();
  const { code, kind } = await lastMessageTo(server, user.email!);
  expect([kind, code]).toEqual(['magic_link', expect.stringMatching(/^\d{8}$/)]);
  const { data, error } = await client.verifyOtp({ email: user.email!, token: code, type: 'email' });
  expect(error).toBeNull();
  expect(data.session?.user.id).toBe(user.id);
  const claims = (await client.getClaims()).data!.claims;
  expect(claims.amr).toMatchObject([{ method: 'otp' }]);
});

test('a code works once', async () => {
  const { user } = await signUp(server);
  await send(server, '/otp', { body: { email: user.email } });
  const { code } = await lastMessageTo(server, user.email!);
  const body = { type: 'magiclink', email: user.email, token: code };
  expect((await send(server, '/verify', { body })).status).toBe(200);
  const again = await send(server, '/verify', { body });
  expect([again.status, again.body['error_code'], again.body['msg']]).toEqual([
    403,
    'otp_expired',
    'Token has expired or is invalid',
  ]);
});

test('a code for an unknown address creates an account and signs in', async () => {
  const email = newEmail();
  const client = createClient(server);
  await client.signInWithOtp({ email, options: { data: { name: 'Rosa' } } });
  const { link } = await lastMessageTo(server, email);
  const fragment = fragmentOf(await follow(server, link));
  const { data } = await client.getUser(fragment['access_token']);
  expect(data.user).toMatchObject({
    email,
    email_confirmed_at: expect.any(String),
    user_metadata: { name: 'Rosa', email_verified: true },
    identities: [{ provider: 'email' }],
  });
});

test('with confirmations on, an unknown address gets the confirmation mail', async () => {
  const email = newEmail();
  const client = createClient(confirming);
  await client.signInWithOtp({ email });
  const { kind, code } = await lastMessageTo(confirming, email);
  expect(kind).toBe('confirmation');
  const { data, error } = await client.verifyOtp({ email, token: code, type: 'email' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    email_confirmed_at: expect.any(String),
    user_metadata: { email_verified: true },
    identities: [{ identity_data: { email_verified: true } }],
  });
});

test('a sign-in by link drops a password from before the confirmation', async () => {
  const email = newEmail();
  await send(confirming, '/signup', { body: { email, password: goodPassword } });
  await send(confirming, '/otp', { body: { email } });
  expect(fragmentOf(await follow(confirming, (await lastMessageTo(confirming, email)).link))).toHaveProperty(
    'access_token',
  );
  expect((await signIn(confirming, email)).status).toBe(400);
});

test('create_user: false creates no account', async () => {
  const email = newEmail();
  const { error } = await createClient(server).signInWithOtp({ email, options: { shouldCreateUser: false } });
  expect(error).toBeNull();
  expect(await messagesTo(server, email)).toEqual([]);
});

test('V23.1: POST /otp gives the same response with and without an account', async () => {
  const { user } = await signUp(server);
  for (const create_user of [true, false]) {
    const answers = [];
    for (const email of [user.email, newEmail()])
      answers.push(await send(server, '/otp', { body: { email, create_user } }));
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [200, {}],
      [200, {}],
    ]);
  }
  expect(await messagesTo(server, user.email!)).toHaveLength(2);
});

test('V20: requesting a code neither confirms an address nor blocks its owner', async () => {
  const email = newEmail();
  await send(server, '/otp', { body: { email, data: { name: 'a stranger' } } });
  await messagesTo(server, email);
  const [row] = await server.context.db.query<{ provisional: boolean }>(
    'select auth.is_provisional(u) as provisional from auth.users u where email = $1',
    [email],
  );
  expect(row).toEqual({ provisional: true });
  const { user } = await signUp(server, email);
  expect(user.user_metadata).toEqual({ email_verified: true });
  expect((await signIn(server, email)).status).toBe(200);
});

test('POST /magiclink mails a link too', async () => {
  const { user } = await signUp(server);
  const { status, body } = await send(server, '/magiclink', { body: { email: user.email } });
  expect([status, body]).toEqual([200, {}]);
  expect(fragmentOf(await follow(server, (await lastMessageTo(server, user.email!)).link))).toMatchObject({
    type: 'magiclink',
  });
});

test('a PKCE link gives the app a session', async () => {
  const email = newEmail();
  const client = createClient(confirming, undefined, 'pkce');
  await client.signInWithOtp({ email });
  const target = await follow(confirming, (await lastMessageTo(confirming, email)).link);
  const { data, error } = await client.exchangeCodeForSession(target.searchParams.get('code')!);
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect((await client.getClaims()).data!.claims.amr).toMatchObject([{ method: 'email/signup' }]);
});

test('the token of a link is accepted by POST /verify', async () => {
  const { user } = await signUp(server);
  await send(server, '/otp', { body: { email: user.email } });
  const { link } = await lastMessageTo(server, user.email!);
  const client = createClient(server);
  const tokenHash = new URL(link).searchParams.get('token')!;
  const { data } = await client.verifyOtp({ token_hash: tokenHash, type: 'magiclink' });
  expect(data.user?.id).toBe(user.id);
  const again = await client.verifyOtp({ token_hash: tokenHash, type: 'email' });
  expect(again.error).toMatchObject({
    status: 403,
    code: 'otp_expired',
    message: 'Email link is invalid or has expired',
  });
});

test('a banned user cannot sign in with a code', async () => {
  const { user } = await signUp(server);
  await send(server, '/otp', { body: { email: user.email } });
  const { code } = await lastMessageTo(server, user.email!);
  await server.context.db.query(
    `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
    [user.id],
  );
  const answer = await send(server, '/verify', { body: { type: 'email', email: user.email, token: code } });
  expect([answer.status, answer.body['error_code']]).toEqual([403, 'user_banned']);
});

test('guesses of codes are limited, across networks too', async () => {
  const email = newEmail();
  const tries: number[] = [];
  for (let count = 0; count < 12; count += 1) {
    const body = { type: 'email', email, token: String(count).padStart(6, '0') };
    tries.push((await send(server, '/verify', { body })).status);
  }
  expect(tries.slice(0, 10)).toEqual(Array<number>(10).fill(403));
  expect(tries.slice(10)).toEqual([429, 429]);
});

test.each([
  [{}, 'Verify requires a verification type'],
  [{ type: 'email' }, 'Verify requires either a token or a token hash'],
  [{ type: 'email', token: '123456' }, 'Only an email address or phone number should be provided on verify'],
  [
    { type: 'email', token: '123456', email: 'a@example.com', phone: '56912345678' },
    'Only an email address or phone number should be provided on verify',
  ],
  [
    { type: 'email', token_hash: 'x', email: 'a@example.com' },
    'Only the token_hash and type should be provided',
  ],
  [{ type: 'sms', token: '123456', phone: '12ab' }, 'Invalid phone number format (E.164 required)'],
  [{ type: 'sms', token_hash: 'x' }, 'Invalid email verification type'],
  [{ type: 'email', token: '1', email: 'nobody' }, 'Unable to validate email address: invalid format'],
])('POST /verify rejects %j', async (body, message) => {
  const answer = await send(server, '/verify', { body });
  expect([answer.status, answer.body['error_code'], answer.body['msg']]).toEqual([
    400,
    'validation_failed',
    message,
  ]);
});

test.each([
  [{ type: 'sms', token: '123456', phone: '+56 999 999 999' }, 'Token has expired or is invalid'],
  [{ type: 'email', token: '123456', email: 'nobody@example.org' }, 'Token has expired or is invalid'],
  [{ type: 'recovery', token_hash: 'pkce_00' }, 'Email link is invalid or has expired'],
])('POST /verify has one response for unknown codes and addresses: %j', async (body, message) => {
  const answer = await send(server, '/verify', { body });
  expect([answer.status, answer.body['msg']]).toEqual([403, message]);
});

test.each(['/verify', '/verify?type=recovery', '/verify?token=abc'])('GET %s is a 400', async (path) => {
  const answer = await send(server, path);
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed']);
});

test('GET /verify with an unknown type redirects to the app with the error', async () => {
  const { publicUrl } = server.context.config;
  const target = await follow(server, `${publicUrl}/auth/v1/verify?token=abc&type=sms`);
  expect(fragmentOf(target)).toMatchObject({ error: 'invalid_request', error_code: 'validation_failed' });
});

test.each([
  [{}, 'One of email or phone must be set'],
  [{ email: 'a@example.com', phone: '1' }, 'Only an email address or phone number should be provided'],
  [{ phone: '56912345678' }, 'Unsupported phone provider'],
  [
    { email: 'a@example.com', code_challenge: 'x'.repeat(43) },
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
])('POST /otp rejects %j', async (body, message) => {
  const answer = await send(server, '/otp', { body });
  expect([answer.status, answer.body['msg']]).toEqual([400, message]);
});

test('with e-mail sign-in off, no links are sent', async () => {
  await using closed = await startTestApp({ config: withAuth({ email: { enable_signup: false } }) });
  const { status, body } = await send(closed, '/magiclink', { body: { email: newEmail() } });
  expect([status, body['error_code']]).toEqual([422, 'email_provider_disabled']);
});

test('administrators invite: the person follows the link and chooses a password', async () => {
  const email = newEmail();
  const { admin } = createClient(server, server.context.config.keys.secret);
  const { data, error } = await admin.inviteUserByEmail(email, { data: { name: 'Rosa', language: 'de' } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String), user_metadata: { name: 'Rosa' } });
  expect(data.user).not.toHaveProperty('email_confirmed_at');
  const mail = await lastMessageTo(server, email);
  expect([mail.kind, mail.subject]).toEqual(['invite', 'Einladung zu Walking Club']);
  const { access_token: token, type } = fragmentOf(await follow(server, mail.link));
  expect(type).toBe('invite');
  await send(server, '/user', { method: 'PUT', token: token!, body: { password: goodPassword } });
  expect((await signIn(server, email)).status).toBe(200);

  const again = await sendAsAdmin(server, '/invite', { body: { email } });
  expect([again.status, again.body['error_code']]).toEqual([422, 'email_exists']);
  expect((await send(server, '/invite', { body: { email } })).status).toBe(401);
});
