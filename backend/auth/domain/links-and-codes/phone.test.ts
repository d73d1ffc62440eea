import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { createClient, goodPassword, send, signUp } from '../../../testing/auth/auth.ts';
import { lastMessageTo, messagesTo } from '../../../testing/outbox.ts';

let server: TestApp;
let confirming: TestApp;
beforeAll(async () => {
  const sms = { enable_signup: true, max_frequency: '0s', test_otp: { '56911111111': '123456' } };
  server = await startTestApp({ config: withAuth({ sms }) });
  confirming = await startTestApp({ config: withAuth({ sms: { ...sms, enable_confirmations: true } }) });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await confirming[Symbol.asyncDispose]();
});

let next = 56_900_000_000;
function newPhone(): string {
  next += 1;
  return String(next);
}

test.each(['sms', 'whatsapp'] as const)('a code by %s signs in, and opens an account', async (channel) => {
  const phone = newPhone();
  const client = createClient(server);
  const asked = await client.signInWithOtp({
    phone: `+${phone}`,
    options: { channel, data: { language: 'en' } },
  });
  expect(asked.error).toBeNull();
  const message = await lastMessageTo(server, phone);
  expect(message.kind).toBe(channel);
  expect(message.content).toContain(`${message.code} is your code for Walking Club.`);
  const { data, error } = await client.verifyOtp({ phone: `+${phone}`, token: message.code, type: 'sms' });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    phone,
    phone_confirmed_at: expect.any(String),
    app_metadata: { provider: 'phone', providers: ['phone'] },
    identities: [{ provider: 'phone', identity_data: { phone, phone_verified: true } }],
  });
  const again = await client.verifyOtp({ phone, token: message.code, type: 'sms' });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('V23.1: with create_user: false, the response does not reveal which numbers have an account', async () => {
  const known = newPhone();
  await send(server, '/otp', { body: { phone: known } });
  const answers = [];
  for (const phone of [known, newPhone()])
    answers.push(await send(server, '/otp', { body: { phone, create_user: false } }));
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [200, {}],
    [200, {}],
  ]);
  expect(await messagesTo(server, known)).toHaveLength(2);
});

test('a code by SMS is valid for ten minutes', async () => {
  const phone = newPhone();
  await send(server, '/otp', { body: { phone } });
  await server.context.db.query(
    `update auth.users set confirmation_sent_at = now() - interval '601 seconds' where phone = $1`,
    [phone],
  );
  const { code } = await lastMessageTo(server, phone);
  const answer = await send(server, '/verify', { body: { type: 'sms', phone, token: code } });
  expect([answer.status, answer.body['error_code']]).toEqual([403, 'otp_expired']);
});

test('a sign-up with number and password is confirmed by code, then both sign in', async () => {
  const phone = newPhone();
  const client = createClient(confirming);
  const { data } = await client.signUp({ phone, password: goodPassword });
  expect([data.session, data.user?.phone]).toEqual([null, phone]);
  const early = await client.signInWithPassword({ phone, password: goodPassword });
  expect(early.error).toMatchObject({ status: 400, code: 'phone_not_confirmed' });
  await client.resend({ type: 'sms', phone });
  expect(await messagesTo(confirming, phone)).toHaveLength(2);
  const { code } = await lastMessageTo(confirming, phone);
  expect((await client.verifyOtp({ phone, token: code, type: 'sms' })).error).toBeNull();
  expect((await client.signInWithPassword({ phone, password: goodPassword })).error).toBeNull();

  const stranger = await send(confirming, '/signup', { body: { phone, password: goodPassword } });
  expect(stranger.body).toMatchObject({ phone, email: '', identities: [], role: '' });
  expect(stranger.body['id']).not.toBe(data.user?.id);
});

test('without confirmations a number counts at once', async () => {
  const phone = newPhone();
  const { data, error } = await createClient(server).signUp({ phone, password: goodPassword });
  expect(error).toBeNull();
  expect(data.session?.user.phone).toBe(phone);
  const again = await send(server, '/signup', { body: { phone, password: goodPassword } });
  expect(again.body['error_code']).toBe('user_already_exists');
});

test('a user adds a number and confirms it', async () => {
  const { access_token: token, user } = await signUp(confirming);
  const phone = newPhone();
  const put = await send(confirming, '/user', { method: 'PUT', token, body: { phone } });
  expect(put.body).toMatchObject({ phone: '', new_phone: phone, phone_change_sent_at: expect.any(String) });
  const { code } = await lastMessageTo(confirming, phone);
  const body = { type: 'phone_change', phone, token: code };
  const { body: session } = await send(confirming, '/verify', { body });
  expect(session['user']).toMatchObject({
    id: user.id,
    phone,
    app_metadata: { provider: 'email', providers: ['email', 'phone'] },
    user_metadata: { phone_verified: true },
  });
});

test('the number of another account is rejected', async () => {
  const phone = newPhone();
  await createClient(server).signUp({ phone, password: goodPassword });
  const { access_token: token } = await signUp(server);
  const { status, body } = await send(server, '/user', { method: 'PUT', token, body: { phone } });
  expect([status, body['error_code']]).toEqual([422, 'phone_exists']);
});

test('an old session needs proof to change the number', async () => {
  const { access_token: token, user } = await signUp(server);
  await server.context.db.query(
    `update auth.sessions set created_at = now() - interval '2 days' where user_id = $1`,
    [user.id],
  );
  const { body } = await send(server, '/user', { method: 'PUT', token, body: { phone: newPhone() } });
  expect(body['error_code']).toBe('reauthentication_needed');
});

test('test numbers have fixed codes, and nothing is sent to them', async () => {
  const phone = '56911111111';
  await send(server, '/otp', { body: { phone } });
  expect(await messagesTo(server, phone)).toEqual([]);
  const { status } = await send(server, '/verify', { body: { type: 'sms', phone, token: '123456' } });
  expect(status).toBe(200);
});

test('an account without an address proves ownership by its number', async () => {
  const phone = newPhone();
  const { data } = await createClient(server).signUp({ phone, password: goodPassword });
  const { status } = await send(server, '/reauthenticate', { token: data.session!.access_token });
  expect(status).toBe(200);
  expect((await lastMessageTo(server, phone)).code).toMatch(/^\d{6}$/);
});

test.each([
  ['/otp', { phone: '56912345678', channel: 'pigeon' }, 400, 'validation_failed'],
  ['/otp', { phone: 'abc' }, 400, 'validation_failed'],
  ['/signup', { phone: '12ab', password: goodPassword }, 400, 'validation_failed'],
  [
    '/signup',
    {
      phone: '56912345678',
      password: goodPassword,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 's256',
    },
    400,
    'validation_failed',
  ],
])('POST %s rejects %j', async (path, body, status, code) => {
  const answer = await send(server, path, { body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
});

test('a second message during the cooldown is rejected', async () => {
  await using strict = await startTestApp({
    config: withAuth({ sms: { enable_signup: true, max_frequency: '1m' } }),
  });
  const phone = newPhone();
  expect((await send(strict, '/otp', { body: { phone } })).status).toBe(200);
  const again = await send(strict, '/otp', { body: { phone } });
  expect([again.status, again.body['error_code']]).toEqual([429, 'over_sms_send_rate_limit']);
});

test('of requests for a code at the same moment one is sent', async () => {
  await using strict = await startTestApp({
    config: withAuth({ sms: { enable_signup: true, max_frequency: '1m' } }),
  });
  const phone = newPhone();
  await send(strict, '/otp', { body: { phone } });
  await strict.context.db.query(
    `update auth.users set confirmation_sent_at = now() - interval '2 minutes' where phone = $1`,
    [phone],
  );
  const asked = await Promise.all(Array.from({ length: 5 }, () => send(strict, '/otp', { body: { phone } })));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
  expect(await messagesTo(strict, phone)).toHaveLength(2);
});

test('of changes to a new number at the same moment one is saved and sends its code', async () => {
  await using strict = await startTestApp({
    config: withAuth({ sms: { enable_signup: true, enable_confirmations: true, max_frequency: '1m' } }),
  });
  const { access_token: token } = await signUp(strict);
  const phones = Array.from({ length: 5 }, newPhone);
  const change = (phone: string) => send(strict, '/user', { method: 'PUT', token, body: { phone } });
  const asked = await Promise.all(phones.map(change));
  expect(asked.map(({ status }) => status).toSorted()).toEqual([200, 429, 429, 429, 429]);
  const sent = await Promise.all(phones.map((phone) => messagesTo(strict, phone)));
  const saved = (await send(strict, '/user', { token })).body['new_phone'];
  expect(sent.map(({ length }) => length)).toEqual(phones.map((phone) => (phone === saved ? 1 : 0)));
});

/** A provider that rejects every message, with confirmations on. */
const unreachable = withAuth({
  sms: {
    enable_signup: true,
    enable_confirmations: true,
    max_frequency: '1h',
    twilio: {
      enabled: true,
      account_sid: 'AC1',
      message_service_sid: 'MG1',
      auth_token: 'wrong',
      url: 'http://127.0.0.1:1',
    },
  },
});

test('after the provider rejects a message, the next attempt sends at once', async () => {
  await using failing = await startTestApp({ config: unreachable });
  const accounts = (phone: string) =>
    failing.context.db.query('select from auth.users where phone = $1', [phone]);
  for (const [path, extra] of [
    ['/otp', {}],
    ['/signup', { password: goodPassword }],
  ] as const) {
    const phone = newPhone();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { status, body } = await send(failing, path, { body: { phone, ...extra } });
      expect([path, status, body['error_code']]).toEqual([path, 422, 'sms_send_failed']);
      expect(await accounts(phone)).toEqual([]);
    }
  }
});

test('a code that could not be sent does not replace the previous one', async () => {
  await using failing = await startTestApp({ config: unreachable });
  const { user } = await signUp(failing);
  const { db } = failing.context;
  const phone = newPhone();
  await db.query(
    `update auth.users set phone = $2, confirmation_token = 'earlier', confirmation_sent_at = now() - interval '2 h'
     where id = $1`,
    [user.id, phone],
  );
  const token = async () =>
    db.query('select confirmation_token as token, confirmation_sent_at as at from auth.users where id = $1', [
      user.id,
    ]);
  const before = await token();
  expect((await send(failing, '/otp', { body: { phone } })).body['error_code']).toBe('sms_send_failed');
  expect(await token()).toEqual(before);
});

test('a new number whose code could not be sent leaves the account unchanged', async () => {
  await using failing = await startTestApp({ config: unreachable });
  const { access_token: token } = await signUp(failing);
  const body = { phone: newPhone(), password: `${goodPassword} 2`, data: { seat: 'front' } };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const { status, body: answer } = await send(failing, '/user', { method: 'PUT', token, body });
    expect([status, answer['error_code']]).toEqual([422, 'sms_send_failed']);
  }
  const { body: account } = await send(failing, '/user', { token });
  expect(account['user_metadata']).not.toHaveProperty('seat');
  expect(account).not.toHaveProperty('new_phone');
});
