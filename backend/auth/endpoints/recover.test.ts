import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth/auth-config.ts';
import { createClient, goodPassword, newEmail, send, signIn, signUp } from '../../testing/auth/auth.ts';
import { follow, fragmentOf, lastMessageTo, messagesTo } from '../../testing/outbox.ts';
import { sendTo } from '../../testing/send.ts';

const otherPassword = 'lluvia tenue 31 Musgo';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    config: withAuth({
      email: { max_frequency: '0s' },
      additional_redirect_urls: ['https://*.club.example/**', 'club://app'],
    }),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test('A10 a mailed link lets the owner set a new password', async () => {
  const { user } = await signUp(server);
  const email = user.email!;
  const client = createClient(server);
  const redirectTo = `${server.context.config.publicUrl}/login?reset=1`;
  expect((await client.resetPasswordForEmail(email, { redirectTo })).error).toBeNull();

  const mail = await lastMessageTo(server, email);
  expect(mail.kind).toBe('recovery');
  expect(mail.subject).toBe('Nueva contraseña para Walking Club');
  const target = await follow(server, mail.link);
  expect(target.href.split('#')[0]).toBe(redirectTo);
  const { access_token: token, ...rest } = fragmentOf(target);
  expect(rest).toEqual({
    expires_at: expect.stringMatching(/^\d+$/),
    expires_in: '3600',
    refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
    sb: '',
    token_type: 'bearer',
    type: 'recovery',
  });
  const changed = await send(server, '/user', {
    method: 'PUT',
    token: token!,
    body: { password: otherPassword },
  });
  expect(changed.status).toBe(200);
  expect((await signIn(server, email, otherPassword)).status).toBe(200);
  expect((await signIn(server, email, goodPassword)).status).toBe(400);
  expect((await lastMessageTo(server, email)).kind).toBe('password_changed');
});

test('A10 a link works once', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link } = await lastMessageTo(server, user.email!);
  expect(fragmentOf(await follow(server, link))).toHaveProperty('access_token');
  const again = await follow(server, link);
  expect(again.origin).toBe(server.context.config.publicUrl);
  expect(fragmentOf(again)).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
  expect(again.search).toBe('');
});

test('A10 of concurrent requests with one link, one signs in', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link } = await lastMessageTo(server, user.email!);
  const targets = await Promise.all([1, 2, 3, 4].map(() => follow(server, link)));
  expect(targets.filter((target) => fragmentOf(target)['access_token'])).toHaveLength(1);
});

test('a HEAD request by a mail program leaves the link valid', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link } = await lastMessageTo(server, user.email!);
  const path = link.slice(server.context.config.publicUrl.length);
  expect((await sendTo(server.app, path, { method: 'HEAD' })).status).toBe(200);
  expect(fragmentOf(await follow(server, link))).toHaveProperty('access_token');
});

test('A10 a link expires after an hour', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link, code } = await lastMessageTo(server, user.email!);
  await server.context.db.query(
    `update auth.users set recovery_sent_at = now() - interval '3601 seconds' where id = $1`,
    [user.id],
  );
  expect(fragmentOf(await follow(server, link))['error_code']).toBe('otp_expired');
  const body = { type: 'recovery', email: user.email, token: code };
  expect((await send(server, '/verify', { body })).status).toBe(403);
});

test('A10 a new password invalidates the link', async () => {
  const { user, access_token: token } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link } = await lastMessageTo(server, user.email!);
  await send(server, '/user', { method: 'PUT', token, body: { password: otherPassword } });
  expect(fragmentOf(await follow(server, link))['error_code']).toBe('otp_expired');
});

test('a new request invalidates the previous link', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const first = await lastMessageTo(server, user.email!);
  await send(server, '/recover', { body: { email: user.email } });
  const second = await lastMessageTo(server, user.email!);
  expect(fragmentOf(await follow(server, first.link))['error_code']).toBe('otp_expired');
  expect(fragmentOf(await follow(server, second.link))).toHaveProperty('access_token');
});

test('A10 an unknown address gets the same response and no mail', async () => {
  const { user } = await signUp(server);
  const stranger = newEmail();
  const known = await send(server, '/recover', { body: { email: user.email } });
  const unknown = await send(server, '/recover', { body: { email: stranger } });
  expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
  expect(unknown.body).toEqual({});
  expect(await messagesTo(server, stranger)).toEqual([]);
  expect(await messagesTo(server, user.email!)).toHaveLength(1);
});

test('the database does not reveal the link', async () => {
  const { user } = await signUp(server);
  await send(server, '/recover', { body: { email: user.email } });
  const { link, code } = await lastMessageTo(server, user.email!);
  const token = new URL(link).searchParams.get('token');
  const [row] = await server.context.db.query<{ recovery_token: string; token_hash: string }>(
    `select u.recovery_token, t.token_hash from auth.users u join auth.one_time_tokens t on t.user_id = u.id
     where u.id = $1`,
    [user.id],
  );
  expect(row!.recovery_token).toMatch(/^[0-9a-f]{56}$/);
  expect(row!.token_hash).toBe(row!.recovery_token);
  expect([token, code]).not.toContain(row!.recovery_token);
  const stolen = await send(server, '/verify', {
    body: { type: 'recovery', token_hash: row!.recovery_token },
  });
  expect(stolen.status).toBe(403);
});

test.each([
  ['https://rides.club.example/new/password', true],
  ['club://app', true],
  ['club://other', false],
  ['https://club.example.evil.example/', false],
  ['https://a.b.club.example/', false],
  ['https://user:secret@rides.club.example/x', false],
  ['javascript:alert(1)', false],
  ['//evil.example', false],
  ['not an address', false],
])('redirect_to=%s is followed: %s', async (redirectTo, allowed) => {
  const { user } = await signUp(server);
  await send(server, `/recover?redirect_to=${encodeURIComponent(redirectTo)}`, {
    body: { email: user.email },
  });
  const target = await follow(server, (await lastMessageTo(server, user.email!)).link);
  const { publicUrl } = server.context.config;
  expect(target.href.split('#')[0]).toBe(allowed ? redirectTo : `${publicUrl}/`);
});

test('without redirect_to the link returns to the Referer', async () => {
  const { user } = await signUp(server);
  const headers = { referer: 'https://rides.club.example/forgotten' };
  await send(server, '/recover', { body: { email: user.email }, headers });
  const target = await follow(server, (await lastMessageTo(server, user.email!)).link);
  expect(target.href.split('#')[0]).toBe('https://rides.club.example/forgotten');
});

test('a malformed address is rejected', async () => {
  const { status, body } = await send(server, '/recover', { body: { email: 'nobody' } });
  expect([status, body['msg']]).toEqual([400, 'Unable to validate email address: invalid format']);
});

test('a second mail during the cooldown is rejected, with or without an account', async () => {
  await using strict = await startTestApp({ config: withAuth({ email: { max_frequency: '1m' } }) });
  const { user } = await signUp(strict);
  for (const email of [user.email!, newEmail()]) {
    expect((await send(strict, '/recover', { body: { email } })).status).toBe(200);
    const again = await send(strict, '/recover', { body: { email } });
    expect([again.status, again.body['error_code']]).toEqual([429, 'over_email_send_rate_limit']);
    expect(again.body['msg']).toMatch(
      /^For security purposes, you can only request this after \d+ seconds\.$/,
    );
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(50);
  }
  expect(await messagesTo(strict, user.email!)).toHaveLength(1);
});

test('the app that began the flow exchanges a code for the session', async () => {
  const { user } = await signUp(server);
  const client = createClient(server, undefined, 'pkce');
  await client.resetPasswordForEmail(user.email!);
  const target = await follow(server, (await lastMessageTo(server, user.email!)).link);
  const code = target.searchParams.get('code')!;
  expect(target.hash).toBe('');
  const wrong = { auth_code: code, code_verifier: 'x'.repeat(43) };
  const refused = await send(server, '/token?grant_type=pkce', { body: wrong });
  expect([refused.status, refused.body['error_code']]).toEqual([400, 'bad_code_verifier']);
  const { data, error } = await client.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.user?.id).toBe(user.id);
  const again = await send(server, '/token?grant_type=pkce', { body: wrong });
  expect([again.status, again.body['error_code']]).toEqual([404, 'flow_state_not_found']);
});

test('a code must be exchanged within five minutes', async () => {
  const { user } = await signUp(server);
  const client = createClient(server, undefined, 'pkce');
  await client.resetPasswordForEmail(user.email!);
  const target = await follow(server, (await lastMessageTo(server, user.email!)).link);
  await server.context.db.query(
    `update auth.flow_state set auth_code_issued_at = now() - interval '301 seconds' where user_id = $1`,
    [user.id],
  );
  const { error } = await client.exchangeCodeForSession(target.searchParams.get('code')!);
  expect(error).toMatchObject({ status: 422, code: 'flow_state_expired' });
});

test.each([
  [{}, 'validation_failed'],
  [{ auth_code: 'x' }, 'validation_failed'],
  [{ auth_code: 'x', code_verifier: 'y' }, 'flow_state_not_found'],
])('the exchange of %j is rejected', async (body, code) => {
  expect((await send(server, '/token?grant_type=pkce', { body })).body['error_code']).toBe(code);
});

test('a PKCE link reports errors in the query too', async () => {
  const { user } = await signUp(server);
  await createClient(server, undefined, 'pkce').resetPasswordForEmail(user.email!);
  const { link } = await lastMessageTo(server, user.email!);
  await follow(server, link);
  const again = await follow(server, link);
  expect(again.searchParams.get('error_code')).toBe('otp_expired');
  expect(fragmentOf(again)['error_code']).toBe('otp_expired');
});
