import { describe, expect, test } from 'vitest';
import { codeOf, hasOutbox, linkOf, message } from './outbox.ts';
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

/** Messages that the server could not send: only one that the suite started shows them. */
describe.runIf(hasOutbox)('with the outbox', () => {
  test('a mail has the code', async () => {
    const { email } = await newPerson();
    must(await anybody.auth.signInWithOtp({ email }));
    const link = linkOf(await message(email, '.eml'));
    expect(link).toContain('type=magiclink');
  });

  test('PKCE: the link of a mail leads to a code, which the verifier exchanges', async () => {
    const { email, user } = await newPerson();
    const verifier = 'v'.repeat(43);
    const challenge = { email, code_challenge: verifier, code_challenge_method: 'plain' };
    expect(await told(post('/auth/v1/recover', challenge))).toEqual({ status: 200, body: {} });
    const link = linkOf(await message(email, '.eml'));
    const code = (await follow(link)).searchParams.get('code');
    const exchange = (code_verifier: string) =>
      told(post('/auth/v1/token?grant_type=pkce', { auth_code: code, code_verifier }));
    expect(await exchange('w'.repeat(43))).toMatchObject({
      status: 400,
      body: { error_code: 'bad_code_verifier' },
    });
    expect(await exchange(verifier)).toMatchObject({ status: 200, body: { user: { id: user.id } } });
    expect(await exchange(verifier)).toMatchObject({
      status: 404,
      body: { error_code: 'flow_state_not_found' },
    });
  });

  test('reauthenticate sends a code, which a new password takes', async () => {
    const { client, email } = await newPerson();
    must(await client.auth.reauthenticate().then(({ error }) => ({ data: true as const, error })));
    const nonce = codeOf(await message(email, '.eml'));
    expect((await client.auth.updateUser({ password: newPassword(), nonce })).error).toBeNull();
  });

  test('a code for a new address makes an account, with what it says of itself', async () => {
    const email = newEmail();
    const options = { data: { language: 'en' }, captchaToken: 'not looked at' };
    must(await connect().auth.signInWithOtp({ email, options }));
    const token = codeOf(await message(email, '.eml'));
    const { user } = must(await connect().auth.verifyOtp({ type: 'email', email, token }));
    expect(forget(user!)).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      user_metadata: { language: 'en', email_verified: true },
    });
  });

  test('POST magiclink mails a link, PKCE included', async () => {
    const { email, user } = await newPerson();
    const verifier = 'm'.repeat(43);
    const body = {
      email,
      code_challenge: verifier,
      code_challenge_method: 'plain',
      gotrue_meta_security: {},
    };
    expect(await told(post('/auth/v1/magiclink?redirect_to=', body))).toEqual({ status: 200, body: {} });
    const link = linkOf(await message(email, '.eml'));
    expect(new URL(link).searchParams.get('token')).toMatch(/^pkce_/);
    const code = (await follow(link)).searchParams.get('code');
    const exchange = { auth_code: code, code_verifier: verifier };
    expect(await told(post('/auth/v1/token?grant_type=pkce', exchange))).toMatchObject({
      status: 200,
      body: { user: { id: user.id } },
    });
  });

  test('the official client finishes a PKCE flow of its own', async () => {
    const { email, user } = await newPerson();
    const client = connect(undefined, {}, 'pkce');
    must(
      await client.auth.resetPasswordForEmail(email).then(({ error }) => ({ data: true as const, error })),
    );
    const code = (await follow(linkOf(await message(email, '.eml')))).searchParams.get('code')!;
    expect(must(await client.auth.exchangeCodeForSession(code)).user.id).toBe(user.id);
  });

  test('a confirmation that was lost is sent once more, and confirms', async () => {
    const email = newEmail();
    forget(must(await service.auth.admin.createUser({ email, password: newPassword() })).user);
    must(await anybody.auth.resend({ type: 'signup', email }));
    const token_hash = new URL(linkOf(await message(email, '.eml'))).searchParams.get('token')!;
    const { user } = must(await connect().auth.verifyOtp({ type: 'signup', token_hash }));
    expect(user).toMatchObject({ email, email_confirmed_at: expect.any(String) });
  });

  test('the letters about a new address are sent once more, to both mailboxes', async () => {
    const { email } = await newPerson();
    const newAddress = newEmail();
    const change = { type: 'email_change_new' as const, email, newEmail: newAddress };
    must(await service.auth.admin.generateLink(change));
    must(await anybody.auth.resend({ type: 'email_change', email }));
    for (const mailbox of [email, newAddress])
      expect(linkOf(await message(mailbox, '.eml'))).toContain('type=email_change');
  });

  test('an invitation by mail leads into the account', async () => {
    const email = newEmail();
    const { user } = must(await service.auth.admin.inviteUserByEmail(email));
    forget(user);
    const fragment = new URLSearchParams((await follow(linkOf(await message(email, '.eml')))).hash.slice(1));
    expect(fragment.get('type')).toBe('invite');
    const signedIn = must(await anybody.auth.getUser(fragment.get('access_token')!));
    expect(signedIn.user).toMatchObject({ id: user.id, email_confirmed_at: expect.any(String) });
  });

  test('a changed password is told of, and a link leads nowhere but to allowed places', async () => {
    const person = await newPerson();
    const body = { password: newPassword(), current_password: person.password };
    const init = { method: 'PUT', headers: { ...as(person), 'content-type': 'application/json' } };
    expect((await call('/auth/v1/user', { ...init, body: JSON.stringify(body) })).status).toBe(200);
    const notice = await message(person.email, '.eml');
    expect(notice).not.toContain('/verify?');
    const { email } = await newPerson();
    must(
      await anybody.auth.signInWithOtp({ email, options: { emailRedirectTo: 'https://evil.example/steal' } }),
    );
    const link = new URL(linkOf(await message(email, '.eml')));
    expect(link.searchParams.get('redirect_to')).not.toContain('evil.example');
  });
});
