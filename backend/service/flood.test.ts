import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { AuthClient, type Session } from '@supabase/auth-js';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail, signUp } from '../testing/auth/auth.ts';
import { listen } from '../http/listen.ts';

/** A network may write 50 times at once, ten times a second. */
const environment = { REQUESTS_PER_SECOND: '40', TRUSTED_PROXIES: '127.0.0.1' };
const attacker = '203.0.113.66';

let server: TestApp;
let listening: Server;
let address: string;
beforeAll(async () => {
  server = await startTestApp({ environment });
  listening = await listen(
    { ...server.app, trustedProxies: server.context.config.trustedProxies },
    '127.0.0.1',
    0,
  );
  address = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
});
afterAll(async () => {
  listening.close();
  await once(listening, 'close');
  await server[Symbol.asyncDispose]();
});

/** Sends a request through the trusted proxy, as the official client does before anybody has signed in. */
function sendFrom(network: string, path: string, init: RequestInit = {}): Promise<Response> {
  const { publishable } = server.context.config.keys;
  const headers = new Headers({ authorization: `Bearer ${publishable}`, apikey: publishable });
  new Headers(init.headers).forEach((value, name) => headers.set(name, value));
  headers.set('x-forwarded-for', network);
  return fetch(`${address}${path}`, { ...init, headers });
}

function post(network: string, path: string, body: object, headers = {}): Promise<Response> {
  return sendFrom(network, path, { method: 'POST', body: JSON.stringify(body), headers });
}

const refreshPath = '/auth/v1/token?grant_type=refresh_token';
const signInPath = '/auth/v1/token?grant_type=password';

interface Tablet {
  readonly client: InstanceType<typeof AuthClient>;
  /** The session that the tablet keeps; null when it shows the login screen. */
  kept(): Session | null;
}

/** A tablet with the official client, whose access token has expired. */
async function expiredTablet(network: string): Promise<Tablet> {
  const { publishable } = server.context.config.keys;
  const session = await signUp(server);
  const storage = new Map([['session', JSON.stringify({ ...session, expires_at: 1 })]]);
  const client = new AuthClient({
    url: `${address}/auth/v1`,
    headers: { apikey: publishable, Authorization: `Bearer ${publishable}` },
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storageKey: 'session',
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: (input, init) => sendFrom(network, String(input).slice(address.length), init ?? {}),
  });
  return { client, kept: () => JSON.parse(storage.get('session') ?? 'null') as Session | null };
}

/** Floods from one network without an account until it is stopped; gives how many requests had which status. */
function flood(send: (count: number) => Promise<Response>): () => Promise<ReadonlyMap<number, number>> {
  const statuses = new Map<number, number>();
  const stopping = new AbortController();
  const worker = async (): Promise<void> => {
    for (let count = 0; !stopping.signal.aborted && count < 500; count += 1) {
      const { status } = await send(count);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, worker));
  return async () => {
    stopping.abort();
    await workers;
    return statuses;
  };
}

async function untilRefused(send: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 50 }, send));
    const refused = answers.find(({ status }) => status === 429 || status === 503);
    if (refused) return refused;
  }
}

test('V3: a flood from one network without an account signs no tablet out and keeps nobody from signing in', async () => {
  const tablets = await Promise.all(
    Array.from({ length: 20 }, (_, index) => expiredTablet(`198.51.100.${index}`)),
  );
  const email = newEmail();
  await signUp(server, email);
  const attack = (path: string) => post(attacker, path, { refresh_token: 'aaaaaaaaaaaa', email: 'x' });
  const paths = [refreshPath, signInPath, '/auth/v1/otp', '/rest/v1/opinions'];
  await untilRefused(() => attack('/rest/v1/opinions'));
  const stop = flood((count) => attack(paths[count % paths.length]!));

  const sessions = await Promise.all(tablets.map(({ client }) => client.getSession()));
  const signIns = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      post(`192.0.2.${index}`, signInPath, { email, password: goodPassword }),
    ),
  );
  const statuses = await stop();

  expect(statuses.get(429)).toBeGreaterThan(0);
  expect(sessions.map(({ data }) => data.session !== null)).toEqual(Array(20).fill(true));
  expect(tablets.map(({ kept }) => (kept()?.expires_at ?? 0) > 1)).toEqual(Array(20).fill(true));
  expect(signIns.map(({ status }) => status)).toEqual(Array(5).fill(200));
});

test('V3: behind the address of a flood, signed-in tablets are served and renew their sessions', async () => {
  const shared = '203.0.113.70';
  const tablet = await expiredTablet(shared);
  const read = (authorization?: string) =>
    sendFrom(shared, '/rest/v1/walkers', authorization === undefined ? {} : { headers: { authorization } });
  const [header = '', payload = ''] = tablet.kept()!.access_token.split('.');
  const forged = () => read(`Bearer ${header}.${payload}.${'A'.repeat(86)}`);
  await untilRefused(() => post(shared, '/rest/v1/opinions', {}));
  await untilRefused(forged);
  await untilRefused(() => read());
  const stop = flood((count) => (count % 2 === 0 ? forged() : read()));

  const { data } = await tablet.client.getSession();
  const reads = await Promise.all(
    Array.from({ length: 20 }, () => read(`Bearer ${data.session?.access_token}`)),
  );
  const statuses = await stop();

  expect(statuses.get(429)).toBeGreaterThan(0);
  expect(data.session).not.toBeNull();
  expect(reads.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test('V3: a refresh beyond the limits is 503 with Retry-After, and the official client keeps the session', async () => {
  const shared = '203.0.113.71';
  const tablet = await expiredTablet(shared);
  const refused = await untilRefused(() => post(shared, refreshPath, { refresh_token: 'x' }));
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await refused.json()).toMatchObject({ error_code: 'over_request_rate_limit' });
  const stop = flood(() => post(shared, refreshPath, { refresh_token: 'x' }));
  const session = tablet.client.getSession();
  await pause(300);
  expect(tablet.kept()).not.toBeNull();
  await stop();
  expect((await session).data.session).not.toBeNull();
});

test('V3: a refresh that the database fails is 503 with Retry-After, and works once it is back', async () => {
  const tablet = await expiredTablet('198.51.100.99');
  const { db } = server.context;
  await db.query('alter table auth.refresh_tokens rename to lost');
  const refused = await post('198.51.100.99', refreshPath, { refresh_token: 'aaaaaaaaaaaa' });
  const session = tablet.client.getSession();
  await db.query('alter table auth.lost rename to refresh_tokens');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await session).data.session).not.toBeNull();
});
