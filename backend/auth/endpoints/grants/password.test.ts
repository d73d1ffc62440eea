import { hash as hashBcrypt } from '@node-rs/bcrypt';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import {
  createClient,
  goodPassword,
  newEmail,
  send,
  sendAsAdmin,
  signIn,
  signUp,
} from '../../../testing/auth/auth.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const refusal = { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' };

test('the official client signs in', async () => {
  const { user } = await signUp(server);
  const client = createClient(server);
  const { data, error } = await client.signInWithPassword({ email: user.email!, password: goodPassword });
  expect(error).toBeNull();
  expect(data.user?.id).toBe(user.id);
  expect(data.session?.access_token).toBeTypeOf('string');
  expect(data.weakPassword).toBeUndefined();
});

test('unknown address, no password and wrong password get the same response', async () => {
  const known = await signUp(server);
  const withoutPassword = newEmail();
  await sendAsAdmin(server, '/admin/users', { body: { email: withoutPassword, email_confirm: true } });
  for (const email of [known.user.email!, newEmail(), withoutPassword]) {
    const { status, body } = await signIn(server, email, 'not the password');
    expect([status, body]).toEqual([400, refusal]);
  }
});

test('A6 only the right password reveals that an account is banned', async () => {
  const { user } = await signUp(server);
  await sendAsAdmin(server, `/admin/users/${user.id}`, { method: 'PUT', body: { ban_duration: '24h' } });
  expect((await signIn(server, user.email!, 'not the password')).body).toEqual(refusal);
  const banned = await signIn(server, user.email!);
  expect([banned.status, banned.body['error_code']]).toEqual([400, 'user_banned']);
  await sendAsAdmin(server, `/admin/users/${user.id}`, { method: 'PUT', body: { ban_duration: 'none' } });
  expect((await signIn(server, user.email!)).status).toBe(200);
});

test('only the right password reveals that an address is unconfirmed', async () => {
  const email = newEmail();
  await sendAsAdmin(server, '/admin/users', { body: { email, password: goodPassword } });
  expect((await signIn(server, email, 'not the password')).body).toEqual(refusal);
  expect((await signIn(server, email)).body['error_code']).toBe('email_not_confirmed');
});

test('replaces an imported bcrypt hash at the first sign-in', async () => {
  const email = newEmail();
  const body = { email, email_confirm: true, password_hash: await hashBcrypt(goodPassword, 10) };
  const { body: user } = await sendAsAdmin(server, '/admin/users', { body });
  const stored = async (): Promise<string | undefined> => {
    const sql = 'select encrypted_password from auth.users where id = $1';
    return (await server.context.db.query<{ encrypted_password: string }>(sql, [user['id']]))[0]
      ?.encrypted_password;
  };
  expect((await signIn(server, email, 'not the password')).status).toBe(400);
  expect(await stored()).toMatch(/^\$2/);
  expect((await signIn(server, email)).status).toBe(200);
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect((await signIn(server, email)).status).toBe(200);
});

test('concurrent first sign-ins with an imported hash succeed', async () => {
  const email = newEmail();
  const body = { email, email_confirm: true, password_hash: await hashBcrypt(goodPassword, 5) };
  await sendAsAdmin(server, '/admin/users', { body });
  const answers = await Promise.all([1, 2, 3].map(() => signIn(server, email)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test('A3 a password longer than bcrypt’s limit does not match by its beginning', async () => {
  const email = newEmail();
  const password = 'é'.repeat(36);
  const body = { email, email_confirm: true, password_hash: await hashBcrypt(password, 6) };
  await sendAsAdmin(server, '/admin/users', { body });
  expect((await signIn(server, email, `${password}!`)).body).toEqual(refusal);
  expect((await signIn(server, email, password)).status).toBe(200);
});

test('reports at sign-in that the policy would reject the password now', async () => {
  const email = newEmail();
  const imported = { email, email_confirm: true, password_hash: await hashBcrypt('corta', 4) };
  await sendAsAdmin(server, '/admin/users', { body: imported });
  const { data } = await createClient(server).signInWithPassword({ email, password: 'corta' });
  expect(data.session).not.toBeNull();
  expect(data.weakPassword?.reasons).toEqual(['length']);
});

test.each([
  ['password', { email: 'a@example.com', phone: '569', password: 'x' }, 400, 'validation_failed'],
  ['password', { password: 'x' }, 400, 'validation_failed'],
  ['password', { phone: '56912345678', password: 'x' }, 422, 'phone_provider_disabled'],
  ['password', { email: 'no address', password: 'x' }, 400, 'invalid_credentials'],
  ['password', { email: 'diego@example.com' }, 400, 'invalid_credentials'],
  ['', { email: 'a@example.com', password: 'x' }, 400, 'invalid_credentials'],
  ['magic', {}, 400, 'invalid_credentials'],
])('grant “%s” of %j: %i %s', async (grant, body, status, code) => {
  const answer = await send(server, `/token?grant_type=${grant}`, { body });
  expect([answer.status, answer.body['error_code']]).toEqual([status, code]);
});

test('A7 ten wrong passwords block one account and no other', async () => {
  const { user } = await signUp(server);
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await signIn(server, user.email!, `wrong ${attempt}`)).status).toBe(400);
  const limited = await signIn(server, user.email!);
  expect([limited.status, limited.body['error_code']]).toEqual([429, 'over_request_rate_limit']);
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(limited.headers.get('retry-after'))).toBeLessThanOrEqual(30);
  const other = await signUp(server);
  expect((await signIn(server, other.user.email!)).status).toBe(200);
});

test('A7 frequent correct sign-ins lock nobody out', async () => {
  const { user } = await signUp(server);
  for (let time = 0; time < 12; time += 1) expect((await signIn(server, user.email!)).status).toBe(200);
});

test('V12: an account has at most a hundred sessions; a further one ends the least recently used', async () => {
  const { user } = await signUp(server);
  const { db } = server.context;
  await db.query(
    `insert into auth.sessions (user_id, created_at, tag)
     select $1, now() - n * interval '1 hour', n from generate_series(1, 105) n`,
    [user.id],
  );
  expect((await signIn(server, user.email!)).status).toBe(200);
  const left = await db.query<{ tag: string | null }>('select tag from auth.sessions where user_id = $1', [
    user.id,
  ]);
  expect(left).toHaveLength(100);
  expect(left.map(({ tag }) => tag)).not.toContain('99');
});

test('A9 many concurrent sign-ins succeed or get 429, and the server stays responsive', async () => {
  const { user } = await signUp(server);
  const idle: number[] = [];
  for (let count = 0; count < 50; count += 1) {
    const started = performance.now();
    await server.request('/health');
    idle.push(performance.now() - started);
  }
  const before = process.memoryUsage().rss;
  const times: number[] = [];
  const finished = new AbortController();
  const watching = (async () => {
    while (!finished.signal.aborted) {
      const started = performance.now();
      await server.request('/health');
      times.push(performance.now() - started);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const emails = Array.from({ length: 200 }, (_, index) => (index % 10 === 0 ? user.email! : newEmail()));
  const statuses = (await Promise.all(emails.map((email) => signIn(server, email)))).map(
    ({ status }) => status,
  );
  finished.abort();
  await watching;
  expect(statuses.filter((status) => ![200, 400, 429].includes(status))).toEqual([]);
  expect(statuses).toContain(429);
  expect(statuses).toContain(200);
  // Relative to the time without load, because the machine may be busy.
  const percentile95 = (values: readonly number[]): number =>
    values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;
  expect(times.length).toBeGreaterThan(10);
  expect(percentile95(times)).toBeLessThan(Math.max(500, 50 * percentile95(idle)));
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
});
