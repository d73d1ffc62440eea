import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import {
  createClient,
  goodPassword,
  newEmail,
  send,
  sendAsAdmin,
  signIn,
  type AuthResponse,
} from '../../../testing/auth/auth.ts';
import { follow, fragmentOf, lastMessageTo, messagesTo } from '../../../testing/outbox.ts';

let server: TestApp;
let single: TestApp;
beforeAll(async () => {
  const email = { enable_confirmations: true, max_frequency: '0s' };
  server = await startTestApp({ config: withAuth({ email }) });
  single = await startTestApp({ config: withAuth({ email: { ...email, double_confirm_changes: false } }) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await single[Symbol.asyncDispose]();
});

/** A user with a confirmed address. */
async function member(on = server): Promise<{ email: string; token: string; id: string }> {
  const email = newEmail();
  const body = { email, email_confirm: true, password: goodPassword };
  const created = await sendAsAdmin(on, '/admin/users', { body });
  const session = await signIn(on, email);
  return { email, token: session.body['access_token'] as string, id: created.body['id'] as string };
}

function change(on: TestApp, token: string, body: unknown): Promise<AuthResponse> {
  return send(on, '/user', { method: 'PUT', token, body });
}

async function age(on: TestApp, userId: string, column: string): Promise<void> {
  await on.context.db.query(`update auth.users set ${column} = now() - interval '2 hours' where id = $1`, [
    userId,
  ]);
}

test('a new account waits until the mailed code confirms its address', async () => {
  const email = newEmail();
  const client = createClient(server);
  const { data } = await client.signUp({
    email,
    password: goodPassword,
    options: { data: { language: 'fr' } },
  });
  expect(data.session).toBeNull();
  expect(data.user?.confirmation_sent_at).toBeDefined();
  const mail = await lastMessageTo(server, email);
  expect([mail.kind, mail.subject]).toEqual([
    'confirmation',
    'Confirmez votre adresse e-mail pour Walking Club',
  ]);
  const verified = await client.verifyOtp({ email, token: mail.code, type: 'signup' });
  expect(verified.error).toBeNull();
  expect((await signIn(server, email)).status).toBe(200);
});

test('the mailed link confirms it too, and an app exchanges its code', async () => {
  const email = newEmail();
  const client = createClient(server, undefined, 'pkce');
  await client.signUp({ email, password: goodPassword });
  const target = await follow(server, (await lastMessageTo(server, email)).link);
  const { data } = await client.exchangeCodeForSession(target.searchParams.get('code')!);
  expect(data.user?.email_confirmed_at).toBeDefined();
});

test('a repeated sign-up sends the mail again and ignores the new password', async () => {
  const email = newEmail();
  await send(server, '/signup', { body: { email, password: goodPassword } });
  await send(server, '/signup', { body: { email, password: 'otra clave 99 Nube' } });
  expect(await messagesTo(server, email)).toHaveLength(2);
  await follow(server, (await lastMessageTo(server, email)).link);
  expect((await signIn(server, email)).status).toBe(200);
  expect((await signIn(server, email, 'otra clave 99 Nube')).status).toBe(400);
});

test('a sign-up with a confirmed address sends no mail', async () => {
  const { email } = await member();
  const { status } = await send(server, '/signup', { body: { email, password: goodPassword } });
  expect(status).toBe(200);
  expect(await messagesTo(server, email)).toEqual([]);
});

test('an expired confirmation is rejected, and can be resent', async () => {
  const email = newEmail();
  const { body } = await send(server, '/signup', { body: { email, password: goodPassword } });
  await age(server, body['id'] as string, 'confirmation_sent_at');
  const { link } = await lastMessageTo(server, email);
  expect(fragmentOf(await follow(server, link))['error_code']).toBe('otp_expired');
  const { error } = await createClient(server).resend({ type: 'signup', email });
  expect(error).toBeNull();
  expect(fragmentOf(await follow(server, (await lastMessageTo(server, email)).link))).toMatchObject({
    type: 'signup',
  });
});

test('POST /resend gives the same response when nothing is pending', async () => {
  const { email } = await member();
  for (const type of ['signup', 'email_change'])
    for (const address of [email, newEmail()]) {
      const { status, body } = await send(server, '/resend', { body: { type, email: address } });
      expect([status, body]).toEqual([200, {}]);
      expect(await messagesTo(server, address)).toEqual([]);
    }
});

test.each([
  [{}, 'Type must be one of signup, email_change, sms, phone_change'],
  [
    { type: 'recovery', email: 'a@example.com' },
    'Type must be one of signup, email_change, sms, phone_change',
  ],
  [{ type: 'signup' }, 'Type provided requires an email address'],
  [{ type: 'sms' }, 'Type provided requires a phone number'],
  [
    { type: 'sms', phone: '1', email: 'a@example.com' },
    'Only an email address or phone number should be provided.',
  ],
])('POST /resend rejects %j', async (body, message) => {
  const answer = await send(server, '/resend', { body });
  expect([answer.status, answer.body['msg']]).toEqual([400, message]);
});

test('a new address takes effect when both mailboxes have confirmed it', async () => {
  const { email, token } = await member();
  const address = newEmail();
  expect((await change(server, token, { email: address })).body).toMatchObject({ email, new_email: address });
  const [toOld, toNew] = [await lastMessageTo(server, email), await lastMessageTo(server, address)];
  expect([toOld.kind, toNew.kind]).toEqual(['email_change_current', 'email_change_new']);
  expect(toOld.content).toContain(address);

  const first = fragmentOf(await follow(server, toNew.link));
  expect(first).toEqual({
    message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    sb: '',
  });
  expect((await signIn(server, email)).status).toBe(200);
  expect(fragmentOf(await follow(server, toNew.link))['error_code']).toBe('otp_expired');
  const second = fragmentOf(await follow(server, toOld.link));
  expect(second['type']).toBe('email_change');
  const { body } = await send(server, '/user', { token: second['access_token']! });
  expect(body).toMatchObject({ email: address, identities: [{ identity_data: { email: address } }] });
  expect(body).not.toHaveProperty('new_email');
  expect((await signIn(server, address)).status).toBe(200);
  expect((await lastMessageTo(server, email)).kind).toBe('email_changed');
});

test('the codes of both mails confirm it too', async () => {
  const { email, token } = await member();
  const address = newEmail();
  const client = createClient(server);
  await change(server, token, { email: address });
  const current = await client.verifyOtp({
    email,
    token: (await lastMessageTo(server, email)).code,
    type: 'email_change',
  });
  expect([current.error, current.data.session]).toEqual([null, null]);
  const next = await client.verifyOtp({
    email: address,
    token: (await lastMessageTo(server, address)).code,
    type: 'email_change',
  });
  expect(next.data.user?.email).toBe(address);
});

test('requesting another address invalidates the earlier mails', async () => {
  const { email, token } = await member();
  const [first, second] = [newEmail(), newEmail()];
  await change(server, token, { email: first });
  const early = [await lastMessageTo(server, first), await lastMessageTo(server, email)];
  await follow(server, early[0]!.link);
  await change(server, token, { email: second });
  for (const { link } of early)
    expect(fragmentOf(await follow(server, link))['error_code']).toBe('otp_expired');
  expect(fragmentOf(await follow(server, (await lastMessageTo(server, second)).link))).toHaveProperty(
    'message',
  );
});

test('an address that another account got meanwhile is rejected', async () => {
  const { email, token } = await member();
  const address = newEmail();
  await change(server, token, { email: address });
  await sendAsAdmin(server, '/admin/users', { body: { email: address, email_confirm: true } });
  await follow(server, (await lastMessageTo(server, email)).link);
  const target = await follow(server, (await lastMessageTo(server, address)).link);
  expect(fragmentOf(target)).toMatchObject({ error_code: 'email_exists' });
  expect(fragmentOf(target)).not.toHaveProperty('error');
});

test('without confirmation by the present mailbox, the change needs the password or a recent sign-in', async () => {
  const { email, token, id } = await member(single);
  const address = newEmail();
  await single.context.db.query(
    `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
    [id],
  );
  expect((await change(single, token, { email: address })).body['error_code']).toBe(
    'reauthentication_needed',
  );
  await change(single, token, { email: address, current_password: goodPassword });
  expect(await messagesTo(single, email)).toEqual([]);
  expect(fragmentOf(await follow(single, (await lastMessageTo(single, address)).link))).toHaveProperty(
    'access_token',
  );
  expect((await signIn(single, address)).status).toBe(200);
});

test('POST /resend sends both mails of a change again', async () => {
  const { email, token } = await member();
  const address = newEmail();
  await change(server, token, { email: address });
  await createClient(server).resend({ type: 'email_change', email });
  expect(await messagesTo(server, email)).toHaveLength(2);
  expect(await messagesTo(server, address)).toHaveLength(2);
  await follow(server, (await lastMessageTo(server, email)).link);
  expect(fragmentOf(await follow(server, (await lastMessageTo(server, address)).link))).toHaveProperty(
    'access_token',
  );
});

test('an old session changes its password with the mailed code, once', async () => {
  const { email, token, id } = await member();
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
    [id],
  );
  expect((await send(server, '/reauthenticate', { token })).body).toEqual({});
  const { code, kind, link } = await lastMessageTo(server, email);
  expect([kind, link]).toEqual(['reauthentication', '']);
  const password = 'farol quieto 18 Nido';
  const wrong = await change(server, token, { password, nonce: code === '000000' ? '000001' : '000000' });
  expect([wrong.status, wrong.body['error_code']]).toEqual([422, 'reauthentication_not_valid']);
  expect((await change(server, token, { password, nonce: code })).status).toBe(200);
  const again = await change(server, token, { password: goodPassword, nonce: code });
  expect(again.body['error_code']).toBe('reauthentication_not_valid');
});

test('a reauthentication code expires, and has a cooldown', async () => {
  await using strict = await startTestApp({ config: withAuth({ email: { max_frequency: '1m' } }) });
  const { email, token, id } = await member(strict);
  await send(strict, '/reauthenticate', { token });
  const again = await send(strict, '/reauthenticate', { token });
  expect([again.status, again.body['error_code']]).toEqual([429, 'over_email_send_rate_limit']);
  const { code } = await lastMessageTo(strict, email);
  await age(strict, id, 'reauthentication_sent_at');
  await strict.context.db.query(
    `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
    [id],
  );
  const late = await change(strict, token, { password: 'farol quieto 18 Nido', nonce: code });
  expect(late.body['error_code']).toBe('reauthentication_not_valid');
});

test('GET /reauthenticate needs a confirmed address', async () => {
  expect((await send(server, '/reauthenticate')).status).toBe(401);
  const { token, id } = await member();
  await server.context.db.query('update auth.users set email_confirmed_at = null where id = $1', [id]);
  const answer = await send(server, '/reauthenticate', { token });
  expect([answer.status, answer.body['error_code']]).toEqual([422, 'email_not_confirmed']);
});
