import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { withAuth } from '../../testing/auth-config.ts';
import { createClient, goodPassword, newEmail, send, signIn } from '../../testing/auth.ts';
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

test('V23.13: an anonymous user can neither register a driver nor rate', async () => {
  const client = createClient(server);
  const { data } = await client.signInAnonymously();
  const { access_token: token, user } = data.session!;
  const insert = async (table: string, row: object) => {
    const response = await server.request(`/rest/v1/${table}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(row),
    });
    return [response.status, ((await response.json()) as { code: string }).code];
  };
  const driver = { name: 'Nadie', license_plate: 'NADA12', driver_code: 'N-1' };
  expect(await insert('drivers', { ...driver, created_by: user.id })).toEqual([403, '42501']);

  const [own] = await server.context.db.query<{ id: string }>(
    'insert into drivers (name, license_plate, driver_code, created_by) values ($1, $2, $3, $4) returning id',
    [...Object.values(driver), user.id],
  );
  const link = { user_id: user.id, driver_id: own!.id };
  expect(await insert('user_drivers', link)).toEqual([403, '42501']);
  await server.context.db.query('insert into user_drivers values ($1, $2)', Object.values(link));
  expect(await insert('reviews', { driver_id: own!.id, rating: 5 })).toEqual([403, '42501']);
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
