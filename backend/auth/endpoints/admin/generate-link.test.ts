import type { GenerateLinkParams } from '@supabase/auth-js';
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
  signUp,
} from '../../../testing/auth/auth.ts';
import { follow, fragmentOf, messagesTo } from '../../../testing/outbox.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    config: withAuth({ email: { enable_confirmations: true }, additional_redirect_urls: ['club://app'] }),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

async function generate(params: GenerateLinkParams) {
  const { data, error } = await createClient(server, server.context.config.keys.secret).admin.generateLink(
    params,
  );
  expect(error).toBeNull();
  return data as { properties: NonNullable<typeof data.properties>; user: NonNullable<typeof data.user> };
}

async function confirmedUser(): Promise<string> {
  const email = newEmail();
  await sendAsAdmin(server, '/admin/users', { body: { email, email_confirm: true, password: goodPassword } });
  return email;
}

test('a signup link creates the account, and opening it confirms the address', async () => {
  const email = newEmail();
  const { properties, user } = await generate({ type: 'signup', email, password: goodPassword });
  expect(properties).toEqual({
    action_link: expect.stringContaining('/auth/v1/verify?token='),
    email_otp: expect.stringMatching(/^\d{6}$/),
    hashed_token: expect.stringMatching(/^[0-9a-f]{56}$/),
    redirect_to: server.context.config.publicUrl,
    verification_type: 'signup',
  });
  expect(user.email).toBe(email);
  expect((await signIn(server, email)).body['error_code']).toBe('email_not_confirmed');
  expect(fragmentOf(await follow(server, properties.action_link))).toHaveProperty('access_token');
  expect((await signIn(server, email)).status).toBe(200);
  expect(await messagesTo(server, email)).toEqual([]);
});

test('an invitation for a new address, a magic link for a known one', async () => {
  const invited = await generate({ type: 'invite', email: newEmail(), options: { data: { name: 'Rosa' } } });
  expect(invited.user).toMatchObject({ invited_at: expect.any(String), user_metadata: { name: 'Rosa' } });
  expect(invited.properties.verification_type).toBe('invite');

  const email = await confirmedUser();
  const link = await generate({ type: 'magiclink', email, options: { redirectTo: 'club://app' } });
  expect(link.properties).toMatchObject({ verification_type: 'magiclink', redirect_to: 'club://app' });
  const target = await follow(server, link.properties.action_link);
  expect(target.protocol).toBe('club:');
  const recovery = await generate({ type: 'recovery', email });
  const { body } = await send(server, '/verify', {
    body: { type: 'recovery', email, token: recovery.properties.email_otp },
  });
  expect(body['token_type']).toBe('bearer');
});

test('a magic link creates an account for a new address', async () => {
  const { properties } = await generate({ type: 'magiclink', email: newEmail() });
  expect(properties.verification_type).toBe('signup');
});

test('both links of a change of address', async () => {
  const [email, newAddress] = [await confirmedUser(), newEmail()];
  const current = await generate({ type: 'email_change_current', email, newEmail: newAddress });
  const next = await generate({ type: 'email_change_new', email, newEmail: newAddress });
  expect(fragmentOf(await follow(server, current.properties.action_link))['message']).toMatch(
    /^Confirmation link/,
  );
  expect(fragmentOf(await follow(server, next.properties.action_link))).toHaveProperty('access_token');
  expect((await signIn(server, newAddress)).status).toBe(200);
});

test.each([
  [{ type: 'recovery', email: 'nobody@example.org' }, 404, 'user_not_found'],
  [
    { type: 'email_change_new', email: 'nobody@example.org', new_email: 'x@example.org' },
    404,
    'user_not_found',
  ],
  [{ type: 'other', email: 'nobody@example.org' }, 400, 'validation_failed'],
  [{ type: 'signup', email: 'nobody@example.org' }, 400, 'validation_failed'],
  [{ type: 'magiclink', email: 'nobody' }, 400, 'validation_failed'],
  [{}, 400, 'validation_failed'],
])('%j is rejected', async (body, status, code) => {
  const answer = await sendAsAdmin(server, '/admin/generate_link', { body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
});

test('signup links are for new addresses, and only administrators create them', async () => {
  const email = await confirmedUser();
  for (const type of ['signup', 'invite']) {
    const { status, body } = await sendAsAdmin(server, '/admin/generate_link', {
      body: { type, email, password: goodPassword },
    });
    expect([status, body['error_code']]).toEqual([422, 'email_exists']);
  }
  const body = { type: 'magiclink', email };
  expect((await send(server, '/admin/generate_link', { body })).status).toBe(401);
  await using open = await startTestApp();
  const { access_token: token } = await signUp(open);
  expect((await send(open, '/admin/generate_link', { body, token })).status).toBe(403);
});
