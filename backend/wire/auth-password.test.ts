import { expect, test } from 'vitest';
import {
  anybody,
  as,
  call,
  connect,
  forget,
  must,
  newEmail,
  newPassword,
  newPerson,
  post,
  told,
} from './people.ts';

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

test('sign-up with e-mail, password and data gives a session of a confirmed user', async () => {
  const [email, password] = [newEmail(), newPassword()];
  const data = { name: 'Ana', badge: 'BBBB12', walker_code: 'A-1', phone: '+56912345678' };
  const { user, session } = must(
    await connect().auth.signUp({ email: email.toUpperCase(), password, options: { data } }),
  );
  forget(user!);
  expect(user).toMatchObject({
    id: uuid,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    email_confirmed_at: time,
    last_sign_in_at: time,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    is_anonymous: false,
    created_at: time,
    updated_at: time,
  });
  expect(user!.identities).toMatchObject([
    { identity_id: uuid, id: user!.id, user_id: user!.id, provider: 'email', identity_data: { email } },
  ]);
  expect(session).toMatchObject({
    access_token: expect.any(String),
    token_type: 'bearer',
    expires_in: 3600,
    refresh_token: expect.any(String),
  });
});

test('the access token says who, how and for how long', async () => {
  const { session, user, email } = await newPerson({ team: 'north' });
  const claims = claimsOf(session.access_token);
  expect(claims).toMatchObject({
    sub: user.id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: expect.any(Number) }],
    session_id: uuid,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'], team: 'north' },
    iss: expect.stringContaining('/auth/v1'),
  });
  expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3600);
  expect(session.expires_at).toBe(claims['exp']);
});

test('the published keys verify an access token', async () => {
  const { client, session, user } = await newPerson();
  const answer = await call('/auth/v1/.well-known/jwks.json');
  expect(answer.headers.get('cache-control')).toContain('max-age=600');
  expect(await answer.json()).toEqual({ keys: expect.any(Array) });
  const { claims } = must(await client.auth.getClaims(session.access_token));
  expect(claims.sub).toBe(user.id);
});

test('a second account with an address is refused', async () => {
  const { email } = await newPerson();
  const again = await anybody.auth.signUp({ email, password: newPassword() });
  expect(again.error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
});

test.each([
  ['abc', 422, 'weak_password', ['length']],
  ['x'.repeat(400), 400, 'validation_failed', undefined],
])('the password %s is refused', async (password, status, code, reasons) => {
  const { error } = await anybody.auth.signUp({ email: newEmail(), password });
  expect(error).toMatchObject({ status, code, ...(reasons && { reasons: expect.arrayContaining(reasons) }) });
});

test.each([
  [
    { email: 'nobody', password: 'Copper lake 77' },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [{ email: 'nobody@example.com' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [
    { email: 'a@example.com', phone: '+56912345678', password: 'Copper lake 77' },
    400,
    'validation_failed',
    expect.any(String),
  ],
  [
    { email: 'a@example.com', password: 'Copper lake 77', code_challenge: 'x'.repeat(43) },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
])('sign-up with %j is refused', async (body, status, code, msg) => {
  expect(await told(post('/auth/v1/signup', body))).toEqual({
    status,
    body: expect.objectContaining({ code: status, error_code: code, msg }),
  });
});

test('anonymous sign-in does what the settings say', async () => {
  const { body } = await told(call('/auth/v1/settings'));
  const { external } = body as { external: Record<string, boolean> };
  const { data, error } = await connect().auth.signInAnonymously();
  if (external['anonymous_users']) {
    expect(forget(data.user!)).toMatchObject({ is_anonymous: true });
    return;
  }
  expect(error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  });
});

test('sign-in does not tell a wrong password from an unknown address', async () => {
  const { email } = await newPerson();
  for (const address of [email, newEmail()]) {
    const { error } = await anybody.auth.signInWithPassword({ email: address, password: newPassword() });
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
  }
});

test('a password changes after the current one, and ends the other sessions', async () => {
  const { client, email, password } = await newPerson();
  const other = connect();
  must(await other.auth.signInWithPassword({ email, password }));
  const next = newPassword();
  expect((await client.auth.updateUser({ password })).error).toMatchObject({
    status: 422,
    code: 'same_password',
  });
  expect((await client.auth.updateUser({ password: 'abc' })).error).toMatchObject({ code: 'weak_password' });
  expect(must(await client.auth.updateUser({ password: next, current_password: password })).user.email).toBe(
    email,
  );
  expect((await other.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' });
  expect((await client.auth.getUser()).error).toBeNull();
  expect((await anybody.auth.signInWithPassword({ email, password })).error?.code).toBe(
    'invalid_credentials',
  );
  expect((await connect().auth.signInWithPassword({ email, password: next })).error).toBeNull();
});

test('metadata merges, and null takes a key away', async () => {
  const { client } = await newPerson();
  must(await client.auth.updateUser({ data: { a: 1, b: { c: 2 } } }));
  const { user } = must(await client.auth.updateUser({ data: { a: null, d: 'é' } }));
  expect(user.user_metadata).toMatchObject({ b: { c: 2 }, d: 'é' });
  expect(user.user_metadata).not.toHaveProperty('a');
});

test('nobody writes their own app_metadata, or takes the address of somebody else', async () => {
  const [one, two] = [await newPerson(), await newPerson()];
  const init = { method: 'PUT', headers: { ...as(one), 'content-type': 'application/json' } };
  const body = JSON.stringify({ app_metadata: { role: 'admin' } });
  const answer = await told(call('/auth/v1/user', { ...init, body }));
  expect(answer).toMatchObject({ status: 403, body: { error_code: 'not_admin' } });
  const taken = await one.client.auth.updateUser({ email: two.email });
  expect(taken.error).toMatchObject({
    status: 422,
    code: 'email_exists',
    message: 'A user with this email address has already been registered',
  });
});

test('the service tells its settings and its health', async () => {
  expect(await told(call('/auth/v1/settings'))).toMatchObject({
    status: 200,
    body: {
      external: {
        email: true,
        phone: expect.any(Boolean),
        google: expect.any(Boolean),
        apple: expect.any(Boolean),
      },
      disable_signup: false,
      mailer_autoconfirm: expect.any(Boolean),
      phone_autoconfirm: expect.any(Boolean),
      saml_enabled: expect.any(Boolean),
    },
  });
  expect(await told(call('/auth/v1/health'))).toMatchObject({
    status: 200,
    body: { version: expect.any(String), name: expect.any(String), description: expect.any(String) },
  });
});
