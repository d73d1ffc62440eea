import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  goodPassword,
  newEmail,
  send,
  sendAsAdmin,
  signIn,
  signUp,
  type AuthResponse,
} from '../../../testing/auth/auth.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import {
  codeOf,
  newMember,
  newSecuredMember,
  sessionOf,
  wrongCodeOf,
} from '../../../testing/auth/factors.ts';

let server: TestApp;
beforeAll(async () => {
  const settings = { enable_manual_linking: true, rate_limit: { sign_in_sign_ups: 1000 } };
  server = await startTestApp({ config: withAuth(settings) });
});
afterAll(() => server[Symbol.asyncDispose]());

interface Entry {
  readonly id: string;
  readonly payload: Readonly<Record<string, unknown>> & {
    readonly traits: Readonly<Record<string, unknown>>;
  };
  readonly created_at: string;
  readonly ip_address: string;
}

const nobody = '00000000-0000-0000-0000-000000000000';

async function entries(...queries: readonly string[]): Promise<readonly Entry[]> {
  const search = queries.map((query) => `query=${encodeURIComponent(query)}`).join('&');
  const { status, body } = await sendAsAdmin(server, `/admin/audit?${search}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as unknown as readonly Entry[];
}

/** The audit entries of a user, oldest first. */
async function actionsOf(email: string): Promise<readonly unknown[]> {
  return (await entries(`author:${email}`)).map(({ payload }) => payload['action']).toReversed();
}

const put = (path: string, token: string, body: unknown): Promise<AuthResponse> =>
  send(server, path, { method: 'PUT', token, body });

test('D4 a sign-in is recorded like upstream: actor, time in UTC, method', async () => {
  const { user } = await signUp(server);
  await signIn(server, user.email!);
  const [entry, ...earlier] = await entries(`actor:${user.id}`);
  expect(entry).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    payload: {
      action: 'login',
      actor_id: user.id,
      actor_username: user.email,
      actor_via_sso: false,
      log_type: 'account',
      traits: { target: `user:${user.id}`, method: 'password', provider: 'email' },
    },
    created_at: expect.stringMatching(/Z$/),
    ip_address: '',
  });
  expect(Math.abs(Date.parse(entry!.created_at) - Date.now())).toBeLessThan(60_000);
  expect(earlier.map(({ payload }) => payload['action'])).toEqual(['login', 'user_signedup']);
});

test('D4 a failed sign-in is recorded with the given address, known or not', async () => {
  const { user } = await signUp(server);
  for (const email of [user.email!, newEmail()]) {
    await signIn(server, email, 'not the password');
    const [entry] = await entries(`author:${email}`, 'action:login_failed');
    expect(entry?.payload).toMatchObject({
      actor_id: nobody,
      actor_username: email,
      log_type: 'account',
      traits: { method: 'password', reason: 'invalid_credentials', succeeded: false },
    });
  }
  const [first] = await entries('action:login_failed');
  expect(JSON.stringify(first)).not.toContain('not the password');
});

test('D4 the client address is recorded', async () => {
  const email = newEmail();
  const path = '/auth/v1/token?grant_type=password';
  const init = { method: 'POST', body: JSON.stringify({ email, password: 'not the password' }) };
  await server.requestFrom('203.0.113.9', path, init);
  expect((await entries(`author:${email}`))[0]?.ip_address).toBe('203.0.113.9');
  expect(await entries(`author:${email}`, 'ip:203.0.113')).toHaveLength(1);
  expect(await entries(`author:${email}`, 'ip:198.51.100')).toHaveLength(0);
});

test('D4 refusals are recorded: no token, a bad one, an admin route, another service', async () => {
  const { token, email, userId } = server.as('diego');
  await send(server, '/user', { token: 'a.b.c' });
  await send(server, '/user');
  await send(server, '/admin/users', { token });
  await server.as('diego').request('/storage/v1/bucket/pictures', { method: 'DELETE' });
  await server.request('/functions/v1/accounts');
  const targets = (list: readonly Entry[]) => list.map(({ payload }) => payload.traits['target']);
  const own = await entries('action:permission_denied', `actor:${userId}`);
  expect(targets(own)).toContain('GET /auth/v1/admin/users');
  expect(own[0]?.payload).toMatchObject({ actor_username: email, log_type: 'access' });
  expect(own.find(({ payload }) => payload.traits['reason'] === 'not_admin')).toBeDefined();
  const strangers = await entries('action:permission_denied', `actor:${nobody}`);
  expect(targets(strangers).filter((target) => target === 'GET /auth/v1/user')).toHaveLength(2);
  expect(targets(strangers)).toContain('GET /functions/v1/accounts');
});

test('D4 all acts on an account are recorded, from sign-up to deletion', async () => {
  const { user, access_token: token } = await signUp(server);
  const email = user.email!;
  await put('/user', token, { data: { name: 'Ana' } });
  await put('/user', token, { password: 'umbral cordón 8 Faro', current_password: 'wrong' });
  await put('/user', token, { password: 'umbral cordón 8 Faro', current_password: goodPassword });
  await send(server, '/recover', { body: { email } });
  await server.context.mail.settled();
  await send(server, '/logout?scope=others', { method: 'POST', token });
  await send(server, '/signup', { body: { email, password: goodPassword } });
  await send(server, '/verify', { body: { type: 'recovery', email, token: '000000' } });
  expect(await actionsOf(email)).toEqual([
    'user_signedup',
    'login',
    'user_modified',
    'login_failed',
    'user_updated_password',
    'user_recovery_requested',
    'logout',
    'user_repeated_signup',
    'login_failed',
  ]);
  const all = JSON.stringify(await entries(`author:${email}`));
  for (const secret of [goodPassword, 'umbral']) expect(all).not.toContain(secret);
});

test('D4 second factors are recorded: enrolled, tried, verified, removed', async () => {
  const member = await newSecuredMember(server);
  const { factorId, secret, client } = member;
  await client.mfa.challengeAndVerify({ factorId, code: wrongCodeOf(secret) });
  await client.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
  await client.mfa.unenroll({ factorId });
  const kept = await entries(`target:factor:${factorId}`, 'type:factor');
  expect(kept.map(({ payload }) => [payload['action'], payload.traits['succeeded']]).toReversed()).toEqual([
    ['factor_in_progress', undefined],
    ['verification_attempted', true],
    ['verification_attempted', false],
    ['verification_attempted', true],
    ['factor_unenrolled', undefined],
  ]);
});

test('D4 every act of an administrator is recorded with its target', async () => {
  const email = newEmail();
  const { body: user } = await sendAsAdmin(server, '/admin/users', { body: { email } });
  const path = `/admin/users/${String(user['id'])}`;
  await sendAsAdmin(server, path, { method: 'PUT', body: { password: goodPassword, email_confirm: true } });
  await sendAsAdmin(server, '/admin/generate_link', { body: { type: 'recovery', email } });
  await sendAsAdmin(server, '/invite', { body: { email: `new-${email}` } });
  await sendAsAdmin(server, path, { method: 'DELETE' });
  const acts = (await entries(`target:${String(user['id'])}`)).toReversed();
  expect(acts.map(({ payload }) => payload['action'])).toEqual([
    'user_signedup',
    'user_modified',
    'link_generated',
    'user_deleted',
  ]);
  for (const { payload } of acts) expect(payload).toMatchObject({ actor_username: 'service_role' });
  expect(JSON.stringify(acts), 'who is deleted is no longer named').not.toContain(email);
  expect(acts[1]?.payload.traits['changed']).toBe('password, email_confirm');
  const [invitation] = await entries('action:user_invited');
  expect(invitation?.payload.traits['user_email']).toBe(`new-${email}`);
});

test('D4 an administrator’s act through a function is recorded under the administrator’s name', async () => {
  const carla = server.as('carla');
  const email = newEmail();
  const body = JSON.stringify({ email, password: goodPassword });
  const headers = { 'content-type': 'application/json' };
  const answer = await carla.request('/functions/v1/accounts', { method: 'POST', headers, body });
  expect(answer.status, await answer.clone().text()).toBeLessThan(300);
  const [entry] = await entries(`actor:${carla.userId}`, 'action:user_signedup');
  expect(entry?.payload).toMatchObject({ actor_username: carla.email, traits: { user_email: email } });
});

test('D4 the log cannot be written over REST, nor read without the secret key', async () => {
  for (const path of ['/rest/v1/audit_log_entries', '/auth/v1/admin/audit'])
    for (const person of ['carla', 'diego'] as const)
      expect([401, 403, 404]).toContain((await server.as(person).request(path)).status);
  const row = JSON.stringify({ payload: {} });
  const headers = { 'content-profile': 'auth', 'content-type': 'application/json' };
  const written = await server.service('/rest/v1/audit_log_entries', { method: 'POST', headers, body: row });
  expect(written.status).toBeGreaterThanOrEqual(400);
  expect((await send(server, '/admin/audit')).status).toBe(401);
});

test('D4 not even the server can change or delete an entry, except old ones', async () => {
  const { db, audit } = server.context;
  await signUp(server);
  await audit.settled();
  await expect(db.query(`update auth.audit_log_entries set ip_address = ''`)).rejects.toThrow('append-only');
  await expect(db.query('delete from auth.audit_log_entries')).rejects.toThrow('append-only');
  await expect(db.query('truncate auth.audit_log_entries')).rejects.toThrow('append-only');
  await expect(db.query(`select auth.forget_audit_log_entries('1 day')`)).rejects.toThrow('30 days');
  await db.query(
    `insert into auth.audit_log_entries (payload, created_at) values ('{"action": "old"}', now() - interval '400 days')`,
  );
  const forget = `select auth.forget_audit_log_entries('1 year')::integer as forgotten`;
  expect(await db.query(forget)).toEqual([{ forgotten: 1 }]);
  await expect(db.query('delete from auth.audit_log_entries')).rejects.toThrow('append-only');
});

test('the log is paged and filtered by time, newest first', async () => {
  const { email, client } = await newMember(server);
  for (const name of ['a', 'b', 'c']) await client.updateUser({ data: { name } });
  const between = async (query: string): Promise<AuthResponse> =>
    sendAsAdmin(server, `/admin/audit?query=author:${email}&${query}`);
  const page = await between('page=2&per_page=2');
  expect(page.headers.get('x-total-count')).toBe('5');
  expect(page.headers.get('link')).toMatch(/\/admin\/audit\?page=3&per_page=2&query=.*>; rel="next", /);
  expect(page.body).toHaveLength(2);
  expect((await between(`until=${new Date(Date.now() - 60_000).toISOString()}`)).body).toEqual([]);
  const recent = await between(`from=${new Date(Date.now() - 60_000).toISOString()}`);
  const times = (recent.body as unknown as readonly Entry[]).map(({ created_at }) => created_at);
  expect(times).toEqual([...times].sort().toReversed());
  expect(times).toHaveLength(5);
  await sessionOf({ client });
});

test.each([
  'query=who:x',
  'query=x',
  'query=author:%00',
  'page=0',
  'per_page=x',
  'from=never',
  'until=+275760',
])('the query “%s” is rejected', async (query) => {
  const { status, body } = await sendAsAdmin(server, `/admin/audit?${query}`);
  expect([status, body['error_code']]).toEqual([400, 'validation_failed']);
});

test('D4 an administrator’s writes through rest and storage are recorded with their row', async () => {
  const carla = server.as('carla');
  const { walkerId } = server.as('diego');
  const init = (method: string, body: unknown): RequestInit => ({
    method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const path = `/rest/v1/walkers?id=eq.${walkerId}`;
  expect((await carla.request(path, init('PATCH', { name: 'Diego' }))).status).toBe(204);
  expect((await server.as('diego').request(path, init('PATCH', { name: 'Diego' }))).status).toBeLessThan(300);
  await server.service('/storage/v1/bucket', init('POST', { name: 'audited' }));
  // A function that only reads is no write.
  expect((await carla.request('/rest/v1/rpc/verify_walker', init('POST', { code: 'W-1' }))).status).toBe(200);
  const kept = await entries('action:resource_modified');
  const told = kept.map(({ payload }) => [payload['actor_username'], payload.traits['target']]);
  expect(told).toEqual([
    ['service_role', 'POST /storage/v1/bucket'],
    [carla.email, `PATCH ${path}`],
  ]);
});

test('D4 refusals of rest and storage are recorded with their caller', async () => {
  const elena = server.as('elena');
  const row = { walker_id: server.as('diego').walkerId, rating: 5 };
  const body = JSON.stringify(row);
  const headers = { 'content-type': 'application/json' };
  expect((await elena.request('/rest/v1/opinions', { method: 'POST', headers, body })).status).toBe(403);
  const picture = { method: 'POST', headers: { 'content-type': 'image/png' }, body: 'x' };
  await elena.request('/storage/v1/object/pictures/profile-photos/other.png', picture);
  await server.request('/rest/v1/opinions', { method: 'POST', headers, body });
  const own = await entries('action:permission_denied', `actor:${elena.userId}`);
  expect(own.map(({ payload }) => payload.traits)).toEqual([
    expect.objectContaining({ target: expect.stringMatching(/^POST \/storage/) as string, status: 403 }),
    { target: 'POST /rest/v1/opinions', status: 403, reason: '42501' },
  ]);
  const [stranger] = await entries('action:permission_denied', `actor:${nobody}`);
  expect(stranger?.payload.traits).toMatchObject({ target: 'POST /rest/v1/opinions', status: 401 });
});
