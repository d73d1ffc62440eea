import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth/auth-config.ts';
import { createClient, goodPassword, newEmail, send, signIn } from '../../testing/auth/auth.ts';
import { follow, fragmentOf, lastMessageTo } from '../../testing/outbox.ts';

let server: TestApp;
let confirming: TestApp;
beforeAll(async () => {
  server = await startTestApp({ config: withAuth({ enable_anonymous_sign_ins: true }) });
  confirming = await startTestApp({
    config: withAuth({ enable_anonymous_sign_ins: true, email: { enable_confirmations: true } }),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await confirming[Symbol.asyncDispose]();
});

test('an anonymous sign-in creates a session', async () => {
  const client = createClient(server);
  const { data, error } = await client.signInAnonymously({ options: { data: { name: 'Rosa' } } });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: '',
    phone: '',
    app_metadata: {},
    user_metadata: { name: 'Rosa' },
    identities: [],
  });
  const { claims } = (await client.getClaims()).data!;
  expect(claims).toMatchObject({ is_anonymous: true, role: 'authenticated', amr: [{ method: 'anonymous' }] });
  expect((await client.refreshSession()).error).toBeNull();
  expect((await send(server, '/settings')).body).toMatchObject({ external: { anonymous_users: true } });
});

test('adding an address makes the account permanent', async () => {
  const client = createClient(server);
  await client.signInAnonymously();
  const email = newEmail();
  const { data } = await client.updateUser({ email, password: goodPassword });
  expect(data.user).toMatchObject({
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
  });
  expect((await signIn(server, email)).status).toBe(200);
});

test('with confirmations on, the confirmation makes it permanent', async () => {
  const client = createClient(confirming);
  const { data } = await client.signInAnonymously();
  const email = newEmail();
  const changed = await client.updateUser({ email });
  expect(changed.data.user).toMatchObject({ is_anonymous: true, new_email: email });
  const fragment = fragmentOf(await follow(confirming, (await lastMessageTo(confirming, email)).link));
  const { body } = await send(confirming, '/user', { token: fragment['access_token']! });
  expect(body).toMatchObject({
    id: data.user!.id,
    email,
    is_anonymous: false,
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email' }],
  });
});

test('a password without an address and reauthentication are rejected', async () => {
  const client = createClient(server);
  const { data } = await client.signInAnonymously();
  const { error } = await client.updateUser({ password: goodPassword });
  expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  const { status, body } = await send(server, '/reauthenticate', { token: data.session!.access_token });
  expect([status, body['msg']]).toEqual([
    400,
    'Reauthentication requires the user to have an email or a phone number',
  ]);
});

test('anonymous sign-in is off by default', async () => {
  await using usual = await startTestApp();
  const { error } = await createClient(usual).signInAnonymously();
  expect(error).toMatchObject({
    status: 422,
    code: 'anonymous_provider_disabled',
    message: 'Anonymous sign-ins are disabled',
  });
});
