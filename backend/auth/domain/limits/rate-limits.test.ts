import { AuthClient } from '@supabase/auth-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { protocolSettings } from '../../../config/protocol.ts';
import { quotaKey } from '../../../util/quota-key.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { AuthError } from '../../errors.ts';
import { databaseStore, memoryStore } from '../../../service/rate-store.ts';
import { createRateLimits } from './rate-limits.ts';
import { goodPassword, newEmail } from '../../../testing/auth/auth.ts';
import { sendTo } from '../../../testing/send.ts';

const limits = { sign_in_sign_ups: 3, token_refresh: 12, wrong_passwords: 2 };
const settings = protocolSettings({}).auth.rate_limit;

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    environment: { TRUSTED_PROXIES: '10.0.0.0/8, fd00::1' },
    config: ({ protocol, ...config }) => ({
      ...config,
      protocol: {
        ...protocol,
        auth: { ...protocol.auth, rate_limit: { ...protocol.auth.rate_limit, ...limits } },
      },
    }),
  });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends a request as if over a socket from that address. */
async function from(address: string, path: string, body: unknown, forwarded?: string): Promise<number> {
  const response = await server.requestFrom(address, `/auth/v1${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  });
  return response.status;
}

function wrongPassword(address: string, email: string, forwarded?: string): Promise<number> {
  return from(address, '/token?grant_type=password', { email, password: 'wrong' }, forwarded);
}

async function signUpFrom(address: string, forwarded?: string): Promise<number> {
  return from(address, '/signup', { email: newEmail(), password: goodPassword }, forwarded);
}

test('A2 sign-ups are limited by address', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push(await signUpFrom('192.0.2.1'));
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect(await signUpFrom('192.0.2.2')).toBe(200);
  // Otherwise an attacker could test a list of addresses for accounts.
  const taken = { email: 'diego@example.com', password: goodPassword };
  expect(await from('192.0.2.1', '/signup', taken)).toBe(429);
  expect(await from('192.0.2.2', '/signup', taken)).toBe(422);
});

test('A8 inventing forwarded addresses does not help', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push(await signUpFrom('192.0.2.3', `198.51.100.${count}`));
  expect(statuses.at(-1)).toBe(429);
});

test('A8 behind a configured proxy each client network counts separately, despite forged headers', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push(await signUpFrom('::ffff:10.0.0.1', `198.51.100.${count}, 203.0.113.1, 10.9.9.9`));
  expect(statuses.at(-1)).toBe(429);
  expect(await signUpFrom('10.0.0.1', '203.0.113.2')).toBe(200);
  expect(await signUpFrom('fd00::1', '203.0.113.2')).toBe(200);
});

test('A8 all addresses of an IPv6 subscriber count as one network', async () => {
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push(await signUpFrom(`2001:db8:0:7::${count}`));
  expect(statuses.at(-1)).toBe(429);
  expect(await signUpFrom('2001:db8:0:8::1')).toBe(200);
});

function rightPassword(address: string, email: string): Promise<number> {
  return from(address, '/token?grant_type=password', { email, password: goodPassword });
}

test('A7, V16: guesses from other networks, even many, do not lock the owner out', async () => {
  const email = newEmail();
  await from('192.0.2.10', '/signup', { email, password: goodPassword });
  for (const status of [400, 400, 429]) expect(await wrongPassword('192.0.2.11', email)).toBe(status);
  expect(await rightPassword('192.0.2.10', email)).toBe(200);
  for (let host = 20; host < 30; host += 1)
    for (const status of [400, 400, 429]) expect(await wrongPassword(`192.0.2.${host}`, email)).toBe(status);
  for (let count = 0; count < 5; count += 1) expect(await rightPassword('192.0.2.10', email)).toBe(200);
  expect(await rightPassword('192.0.2.99', email)).toBe(200);
  // After one sign-in the network is known.
  for (let count = 0; count < 5; count += 1) expect(await rightPassword('192.0.2.99', email)).toBe(200);
});

test('A7, V16: the guesses of an IPv6 subscriber count together, and apart from other subscribers', async () => {
  const email = newEmail();
  await from('2001:db8:5:7::1', '/signup', { email, password: goodPassword });
  const guesses = [];
  for (let net = 0; net < 6; net += 1) guesses.push(await wrongPassword(`2001:db8:5:${net}::1`, email));
  expect(guesses).toEqual([400, 400, 429, 429, 429, 429]);
  expect(await rightPassword('2001:db8:5:7::2', email)).toBe(200);
  expect(await rightPassword('2001:db8:6:7::2', email)).toBe(200);
});

test.each(['password', 'code', 'factorCode'] as const)(
  'A7, V16, V23.6: guesses of one %s from any number of networks are bounded in an hour',
  async (kind) => {
    let time = 0;
    const limits = createRateLimits(
      settings,
      memoryStore(() => time),
    );
    const guess = (network: number) =>
      limits[kind]({ subject: 'diego@example.com', network: `network ${network}`, isKnown: false }).then(
        () => 1,
        () => 0,
      );
    let accepted = 0;
    for (let round = 0; round < 12; round += 1) {
      time += 300_000;
      for (let network = 0; network < 500; network += 1) accepted += await guess(network);
    }
    // Twice the hourly refill: the buckets are full at first.
    expect(accepted).toBeLessThanOrEqual(kind === 'factorCode' ? 120 : 2 * 1200);
    expect(await guess(10_000)).toBe(0);
    const owner = { subject: 'diego@example.com', network: 'home', isKnown: true };
    await limits[kind](owner);
  },
);

test('V16: an account has a bounded number of known networks', async () => {
  const { db } = server.context;
  const email = newEmail();
  await from('198.51.100.0', '/signup', { email, password: goodPassword });
  await db.query(
    `insert into auth.known_networks select id, sha256(n::text::bytea), now() - interval '1 hour'
     from auth.users, generate_series(1, 30) n where email = $1`,
    [email],
  );
  expect(await rightPassword('198.51.100.1', email)).toBe(200);
  const [row] = await db.query<{ count: number }>(
    `select count(*)::integer as count from auth.known_networks n join auth.users u on u.id = n.user_id
     where u.email = $1`,
    [email],
  );
  expect(row?.count).toBe(20);
});

test('successful refreshes are not limited', async () => {
  const email = newEmail();
  const address = '192.0.2.40';
  await from(address, '/signup', { email, password: goodPassword });
  const signedIn = await server.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    body: JSON.stringify({ email, password: goodPassword }),
  });
  const { refresh_token: token } = (await signedIn.json()) as { refresh_token: string };
  for (let count = 0; count < 10; count += 1)
    expect(await from(address, '/token?grant_type=refresh_token', { refresh_token: token })).toBe(200);
  const statuses = [];
  for (let count = 0; count < 13; count += 1)
    statuses.push(await from(address, '/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' }));
  // Official clients would drop the session on 429.
  expect(statuses).toEqual([...Array<number>(12).fill(400), 503]);
});

test('V12: bad requests behind a shared address do not sign out its other devices', async () => {
  const address = '192.0.2.41';
  const email = newEmail();
  await from('192.0.2.42', '/signup', { email, password: goodPassword });
  for (let count = 0; count < 4; count += 1)
    expect(await from(address, '/token?grant_type=password', { email, password: goodPassword })).toBe(200);
  const { publicUrl, keys } = server.context.config;
  const sent: number[] = [];
  const tablet = new AuthClient({
    url: `${publicUrl}/auth/v1`,
    headers: { apikey: keys.publishable },
    autoRefreshToken: false,
    persistSession: false,
    fetch: async (input, init) => {
      const response = await sendTo(server.app, String(input).slice(publicUrl.length), init, { address });
      sent.push(response.status);
      return response;
    },
  });
  await tablet.signInWithPassword({ email, password: goodPassword });
  for (let count = 0; count < 15; count += 1) {
    await from(address, '/token?grant_type=refresh_token', { refresh_token: 'abcdefghijkl' });
    await from(address, '/token?grant_type=password', { email: newEmail(), password: 'wrong' });
  }
  expect(await wrongPassword(address, newEmail())).toBe(429);
  expect((await tablet.refreshSession()).error).toBeNull();
  expect((await tablet.getUser()).error).toBeNull();
  expect(sent).not.toContain(429);
});

test.each(['memory', 'database'] as const)(
  'what was used up comes back with time, counted in: %s',
  async (place) => {
    let time = 0;
    const store = place === 'memory' ? memoryStore(() => time) : databaseStore(server.context.db);
    const pass = async (milliseconds: number): Promise<void> => {
      time += milliseconds;
      await server.context.db.query(`update auth.rate_limits set full_at = full_at - $1 * interval '1 ms'`, [
        milliseconds,
      ]);
    };
    const { account } = createRateLimits({ ...settings, sign_in_sign_ups: 30 }, store);
    const refused = (): Promise<AuthError> =>
      account('network').then(
        () => Promise.reject(new Error('was not refused')),
        (error: AuthError) => error,
      );
    for (let count = 0; count < 30; count += 1) await account('network');
    const wait = (await refused()).details.retryAfterSeconds ?? 0;
    expect(wait).toBeGreaterThan(place === 'memory' ? 9 : 1);
    expect(wait).toBeLessThanOrEqual(10);
    await pass(10_000);
    await account('network');
    expect((await refused()).code).toBe('over_request_rate_limit');
    await pass(300_000);
    for (let count = 0; count < 30; count += 1) await account('network');
  },
);

test('A7 processes with a shared database share the counters exactly', async () => {
  const rate = { limit: 10, spanMs: 3_600_000 };
  const processes = [1, 2, 3].map(() => databaseStore(server.context.db).buckets('shared', rate));
  const taken = await Promise.all(
    Array.from({ length: 30 }, (_, index) => processes[index % 3]!.take(quotaKey('diego@example.com'))),
  );
  expect(taken.filter((missing) => missing === 0)).toHaveLength(10);
  await processes[0]!.refund(quotaKey('diego@example.com'));
  expect(await processes[1]!.take(quotaKey('diego@example.com'))).toBe(0);
  expect(await processes[2]!.take(quotaKey('diego@example.com'))).toBeGreaterThan(0);
  expect(await processes[2]!.take(quotaKey('elena@example.com'))).toBe(0);
  const rows = await server.context.db.query('select key::text from auth.rate_limits');
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('diego').toString('hex'));
});

test('A7 the limit of ten wrong passwords holds with counters in the database', async () => {
  await using shared = await startTestApp({ environment: { RATE_LIMIT_STORE: 'database' } });
  const email = newEmail();
  const signIn = async (password: string) =>
    shared.request('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email, password }),
    });
  await shared.request('/auth/v1/signup', {
    method: 'POST',
    body: JSON.stringify({ email, password: goodPassword }),
  });
  for (let count = 0; count < 12; count += 1) expect((await signIn(goodPassword)).status).toBe(200);
  for (let count = 0; count < 10; count += 1) expect((await signIn('wrong')).status).toBe(400);
  const refused = await signIn(goodPassword);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('V12: sign-ins with the right password are limited by account, not by network', async () => {
  const account = newEmail();
  await from('192.0.2.60', '/signup', { email: account, password: goodPassword });
  const statuses = [];
  for (let count = 0; count < 13; count += 1) statuses.push(await rightPassword('192.0.2.60', account));
  expect(statuses).toEqual([...Array<number>(12).fill(200), 429]);
  const neighbour = newEmail();
  await from('192.0.2.61', '/signup', { email: neighbour, password: goodPassword });
  expect(await rightPassword('192.0.2.60', neighbour)).toBe(200);
});
