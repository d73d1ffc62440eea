import { expect, test } from 'vitest';
import {
  anybody,
  as,
  call,
  connect,
  follow,
  forget,
  must,
  newEmail,
  newPassword,
  newPerson,
  post,
  service,
  told,
} from './people.ts';

const { admin } = service.auth;
const expired = { status: 403, code: 'otp_expired' };

/** The response to an administrator in place of a mail: the code, and the token of the link. */
async function linkFor(type: 'magiclink' | 'recovery', email: string) {
  return must(await admin.generateLink({ type, email })).properties;
}

test('the answer to generate_link is one flat object', async () => {
  const { email, user } = await newPerson();
  const { status, body } = await told(
    post('/auth/v1/admin/generate_link', { type: 'magiclink', email }, as()),
  );
  expect(status).toBe(200);
  expect(body).toMatchObject({
    id: user.id,
    email,
    action_link: expect.stringContaining('/verify?token='),
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.any(String),
    verification_type: 'magiclink',
    redirect_to: expect.any(String),
  });
});

test.each(['magiclink', 'recovery'] as const)('the code of a %s signs in, once', async (type) => {
  const { email, user } = await newPerson();
  const { email_otp: token } = await linkFor(type, email);
  const client = connect();
  expect(
    (await client.auth.verifyOtp({ type, email, token: token === '000000' ? '000001' : '000000' })).error,
  ).toMatchObject(expired);
  const signedIn = must(await client.auth.verifyOtp({ type, email, token }));
  expect(signedIn.user?.id).toBe(user.id);
  expect(
    must(await client.auth.mfa.getAuthenticatorAssuranceLevel()).currentAuthenticationMethods,
  ).toMatchObject([{ method: 'otp' }]);
  expect((await connect().auth.verifyOtp({ type, email, token })).error).toMatchObject({
    ...expired,
    message: 'Token has expired or is invalid',
  });
});

test('the type email takes the codes of both kinds', async () => {
  const { email } = await newPerson();
  const { email_otp: token } = await linkFor('magiclink', email);
  expect((await connect().auth.verifyOtp({ type: 'email', email, token })).error).toBeNull();
});

test('the token of a link signs in, once', async () => {
  const { email, user } = await newPerson();
  const { hashed_token: token_hash } = await linkFor('magiclink', email);
  expect(must(await connect().auth.verifyOtp({ type: 'magiclink', token_hash })).user?.id).toBe(user.id);
  const again = await connect().auth.verifyOtp({ type: 'magiclink', token_hash });
  expect(again.error).toMatchObject({ ...expired, message: 'Email link is invalid or has expired' });
});

test('a link leads to the app with a session, the second time with the reason', async () => {
  const { email, user } = await newPerson();
  const { action_link: link } = await linkFor('recovery', email);
  const session = new URLSearchParams((await follow(link)).hash.slice(1));
  expect(Object.fromEntries(session)).toMatchObject({
    access_token: expect.any(String),
    refresh_token: expect.any(String),
    token_type: 'bearer',
    type: 'recovery',
    expires_in: '3600',
  });
  expect(must(await anybody.auth.getUser(session.get('access_token')!)).user.id).toBe(user.id);
  const reason = new URLSearchParams((await follow(link)).hash.slice(1));
  expect(Object.fromEntries(reason)).toMatchObject({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
  });
});

test('sign-up, invitation: the link confirms', async () => {
  const [email, invited, password] = [newEmail(), newEmail(), newPassword()];
  const made = must(await admin.generateLink({ type: 'signup', email, password }));
  expect(forget(made.user).email_confirmed_at).toBeUndefined();
  must(await connect().auth.verifyOtp({ type: 'signup', token_hash: made.properties.hashed_token }));
  expect((await connect().auth.signInWithPassword({ email, password })).error).toBeNull();
  const invitation = must(
    await admin.generateLink({ type: 'invite', email: invited, options: { data: { a: 1 } } }),
  );
  expect(forget(invitation.user)).toMatchObject({ invited_at: expect.any(String), user_metadata: { a: 1 } });
  const { user } = must(
    await connect().auth.verifyOtp({ type: 'invite', token_hash: invitation.properties.hashed_token }),
  );
  expect(user?.email_confirmed_at).toBeDefined();
});

test('invite makes an account, unless there is a confirmed one', async () => {
  const email = newEmail();
  const { user } = must(await admin.inviteUserByEmail(email, { data: { name: 'Ana' } }));
  expect(forget(user)).toMatchObject({
    email,
    invited_at: expect.any(String),
    user_metadata: { name: 'Ana' },
  });
  const known = await newPerson();
  expect((await admin.inviteUserByEmail(known.email)).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  const refused = await known.client.auth.admin.inviteUserByEmail(newEmail());
  expect(refused.error?.code).toMatch(/^(not_admin|no_authorization)$/);
});

test('a new address counts after both mailboxes said yes', async () => {
  const { email, client } = await newPerson();
  const newAddress = newEmail();
  const links = [];
  for (const type of ['email_change_current', 'email_change_new'] as const)
    links.push(must(await admin.generateLink({ type, email, newEmail: newAddress })).properties.hashed_token);
  const [first, second] = links as [string, string];
  const half = await connect().auth.verifyOtp({ type: 'email_change', token_hash: first });
  expect(half).toMatchObject({ data: { user: null, session: null }, error: null });
  expect(must(await client.auth.getUser()).user.email).toBe(email);
  must(await connect().auth.verifyOtp({ type: 'email_change', token_hash: second }));
  expect(must(await client.auth.getUser()).user.email).toBe(newAddress);
});

test.each([
  [{}, 'Verify requires a verification type'],
  [{ type: 'magiclink' }, 'Verify requires either a token or a token hash'],
  [
    { type: 'magiclink', token: '1', email: 'a@b.cl', phone: '+56912345678' },
    expect.stringContaining('Only an email address or phone number'),
  ],
  [
    { type: 'magiclink', token_hash: 'x', email: 'a@b.cl' },
    'Only the token_hash and type should be provided',
  ],
  [{ type: 'nothing', token_hash: 'x' }, 'Invalid email verification type'],
  [{ type: 'sms', token: '1', phone: 'x' }, 'Invalid phone number format (E.164 required)'],
])('verify refuses %j', async (body, msg) => {
  expect(await told(post('/auth/v1/verify', body))).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed', msg },
  });
});

test('GET verify without a token or a type answers itself', async () => {
  for (const query of ['', '?type=magiclink', '?token=x'])
    expect(await told(call(`/auth/v1/verify${query}`))).toMatchObject({ status: 400 });
});

test('who is not known is not told so', async () => {
  expect(await told(post('/auth/v1/recover', { email: newEmail() }))).toEqual({ status: 200, body: {} });
  expect(await told(post('/auth/v1/resend', { type: 'signup', email: newEmail() }))).toMatchObject({
    status: 200,
  });
  const unknown = await anybody.auth.signInWithOtp({
    email: newEmail(),
    options: { shouldCreateUser: false },
  });
  expect(unknown.error).toBeNull();
  expect(await told(post('/auth/v1/otp', {}))).toMatchObject({
    status: 400,
    body: { msg: 'One of email or phone must be set' },
  });
  expect(await told(post('/auth/v1/resend', { type: 'x', email: newEmail() }))).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
  for (const type of ['recovery', 'email_change_new'])
    expect(
      await told(
        post('/auth/v1/admin/generate_link', { type, email: newEmail(), new_email: newEmail() }, as()),
      ),
    ).toMatchObject({
      status: 404,
      body: { error_code: 'user_not_found' },
    });
});
