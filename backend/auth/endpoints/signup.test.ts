import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { createClient, goodPassword, newEmail, send, signIn, signUp } from '../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const uuid = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

test('the official client signs up and is signed in', async () => {
  const client = createClient(server);
  const email = newEmail();
  const data = { name: 'Rosa', badge: 'RRRR11', walker_code: 'C-9', phone: '+56912345678' };
  const signedUp = await client.signUp({ email, password: goodPassword, options: { data } });
  expect(signedUp.error).toBeNull();
  expect(signedUp.data.session?.user.user_metadata).toMatchObject(data);
  const { data: found } = await client.getUser();
  expect(found.user?.email).toBe(email);
  const { data: verified, error } = await client.getClaims();
  expect(error).toBeNull();
  expect(verified?.claims.sub).toBe(found.user?.id);
});

test('a session and its user have upstream’s shape', async () => {
  const email = newEmail();
  const { body, headers } = await send(server, '/signup', {
    body: { email, password: goodPassword, data: { name: 'Rosa', gone: null } },
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body).toEqual({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: expect.any(Number),
    refresh_token: expect.stringMatching(/^[a-z0-9]{12}$/),
    user: {
      id: uuid,
      aud: 'authenticated',
      role: 'authenticated',
      email,
      email_confirmed_at: time,
      phone: '',
      confirmed_at: time,
      last_sign_in_at: time,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Rosa', email_verified: true },
      identities: [
        {
          identity_id: uuid,
          id: uuid,
          user_id: uuid,
          identity_data: {
            name: 'Rosa',
            sub: uuid,
            email,
            email_verified: false,
            phone_verified: false,
          },
          provider: 'email',
          last_sign_in_at: time,
          created_at: time,
          updated_at: time,
          email,
        },
      ],
      created_at: time,
      updated_at: time,
      is_anonymous: false,
    },
  });
});

test('an access token has upstream’s claims', async () => {
  const { access_token: token, expires_at: expiresAt, user } = await signUp(server);
  const claims = decodeJwt(token);
  expect(claims).toEqual({
    iss: `${server.context.config.publicUrl}/auth/v1`,
    sub: user.id,
    aud: 'authenticated',
    exp: expiresAt,
    iat: expiresAt! - 3600,
    email: user.email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { email_verified: true },
    role: 'authenticated',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: uuid,
    is_anonymous: false,
  });
});

test('A1 user metadata gives no rights', async () => {
  const { body } = await send(server, '/signup', {
    body: {
      email: newEmail(),
      password: goodPassword,
      data: { role: 'admin', email: 'boss@example.com', sub: 'x' },
      app_metadata: { role: 'admin' },
      role: 'service_role',
      is_super_admin: true,
    },
  });
  const user = body['user'] as unknown as { [key: string]: unknown; identities: { email: string }[] };
  expect(user['role']).toBe('authenticated');
  expect(user['app_metadata']).toEqual({ provider: 'email', providers: ['email'] });
  expect(user.identities[0]?.email).toBe(user['email']);
  const admin = await send(server, '/admin/users', { token: body['access_token'] as string });
  expect([admin.status, admin.body['error_code']]).toEqual([403, 'not_admin']);
});

test('A2 addresses are case-insensitive', async () => {
  const email = newEmail();
  const { user } = await signUp(server, email.toUpperCase());
  expect(user.email).toBe(email);
  const { status, body } = await send(server, '/signup', { body: { email, password: goodPassword } });
  expect([status, body['error_code'], body['msg']]).toEqual([
    422,
    'user_already_exists',
    'User already registered',
  ]);
  expect((await signIn(server, email.toUpperCase())).status).toBe(200);
});

test('of two concurrent sign-ups with one address, one succeeds', async () => {
  const email = newEmail();
  const answers = await Promise.all(
    [1, 2, 3].map(() => send(server, '/signup', { body: { email, password: goodPassword } })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
});

test.each([
  [{}, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [{ email: 'a@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [
    { email: 'a@example.com', password: 'x'.repeat(73) },
    400,
    'validation_failed',
    'Password cannot be longer than 72 characters',
  ],
  [{ email: 'a@example.com', password: 'seven77' }, 422, 'weak_password', 'at least 8 characters.'],
  [
    { email: 'a@example.com', phone: '569', password: goodPassword },
    400,
    'validation_failed',
    'Only an email',
  ],
  [{ phone: '56912345678', password: goodPassword }, 400, 'phone_provider_disabled', 'Phone signups'],
  [
    { email: 'no address', password: goodPassword },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    { email: `${'a'.repeat(250)}@example.com`, password: goodPassword },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [
    { email: 'a@example.com', password: goodPassword, code_challenge: 'x' },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
])('rejects %j with %i %s', async (body, status, code, message) => {
  const answer = await send(server, '/signup', { body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
  expect(answer.body['msg']).toContain(message);
});

test.each(['password1', 'verano1234', 'santiago2026', 'Walking Club', 'aaaaaaaaaa'])(
  'A4 refuses the common password “%s” and says why',
  async (password) => {
    const { error } = await createClient(server).signUp({ email: newEmail(), password });
    expect(error).toMatchObject({ code: 'weak_password', status: 422, reasons: ['pwned'] });
  },
);

test.each(['ocho8cha', 'ñandú con chaleco', '🚕🧳✈️🏔️🌊🍷🎒🧉', 'éñ'.repeat(32), ` ${'z9'.repeat(35)} `])(
  'A3 takes the whole of the password “%s”',
  async (password) => {
    const { user } = await signUp(server, newEmail(), password);
    expect((await signIn(server, user.email!, password)).status).toBe(200);
    expect((await signIn(server, user.email!, password.slice(0, -1))).status).toBe(400);
    expect((await signIn(server, user.email!, password.trim() + 'x')).status).toBe(400);
  },
);

test('a disabled sign-up is rejected', async () => {
  await using closed = await startTestApp({
    config: (config) => ({
      ...config,
      protocol: { ...config.protocol, auth: { ...config.protocol.auth, enable_signup: false } },
    }),
  });
  const { error } = await createClient(closed).signUp({ email: newEmail(), password: goodPassword });
  expect(error).toMatchObject({
    code: 'signup_disabled',
    message: 'Signups not allowed for this instance',
    status: 422,
  });
});

test('A2 with confirmations on, a stranger cannot tell who has an account', async () => {
  await using confirming = await startTestApp({
    environment: { SMTP_HOST: '127.0.0.1' },
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        auth: { ...protocol.auth, email: { ...protocol.auth.email, enable_confirmations: true } },
      },
    }),
  });
  const email = newEmail();
  const body = { email, password: goodPassword, data: { name: 'Rosa' } };
  const fresh = await send(confirming, '/signup', { body });
  expect(fresh.status).toBe(200);
  expect(fresh.body).toMatchObject({ id: uuid, confirmation_sent_at: time, role: 'authenticated' });
  expect(fresh.body).not.toHaveProperty('access_token');
  expect(fresh.body).not.toHaveProperty('email_confirmed_at');
  expect((await signIn(confirming, email)).body['error_code']).toBe('email_not_confirmed');

  const again = await send(confirming, '/signup', { body });
  expect(again.body['id']).toBe(fresh.body['id']);

  await confirming.context.db.query('update auth.users set email_confirmed_at = now() where email = $1', [
    email,
  ]);
  const taken = await send(confirming, '/signup', { body });
  expect(taken.status).toBe(200);
  expect(taken.body['id']).not.toBe(fresh.body['id']);
  expect(taken.body).toEqual({
    id: uuid,
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: { name: 'Rosa' },
    identities: [],
    created_at: time,
    updated_at: time,
    is_anonymous: false,
  });
});
