import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp, type App } from '../app.ts';
import { forwardedAddress } from '../http/client-address.ts';
import { requestWithin } from '../http/request.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail } from '../testing/auth/auth.ts';
import { otherForm } from '../testing/tokens.ts';
import { createRequestContext } from './request-context.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import { sendTo } from '../testing/send.ts';

/** A network may send 40 requests at once, a session may write 5 times at once, each second one more. */
const environment = { REQUESTS_PER_SECOND: '4', TRUSTED_PROXIES: '10.0.0.0/8' };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ environment });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Sends a request as if over a socket from that address. */
function from(
  peer: string,
  path: string,
  init: RequestInit & { token?: string } = {},
  app: Pick<App, 'fetch'> = server.app,
): Promise<Response> {
  const { keys, trustedProxies } = server.context.config;
  const headers = new Headers(init.headers);
  headers.set('apikey', keys.publishable);
  if (init.token !== undefined) headers.set('authorization', `Bearer ${init.token}`);
  const forwarded = headers.get('x-forwarded-for') ?? '';
  const address = forwardedAddress(peer, forwarded, trustedProxies);
  return sendTo(app, path, { ...init, headers }, { address });
}

/** The seconds to wait that a limit answers a write from that address. */
function count(
  traffic: Traffic,
  address: string,
  headers: Record<string, string>,
  kind: 'upload' | 'write',
): Promise<number> {
  const request = new Request('http://localhost/', { method: 'POST', headers });
  return traffic.count(createRequestContext(server.context, requestWithin(request, { address })), kind);
}

function rate(address: string, name: 'diego' | 'elena'): Promise<Response> {
  const { token, walkerId } = server.as(name);
  const opinion = { walker_id: walkerId, rating: 5, user_name: 'Anonymous', comment: 'No comment' };
  const headers = { 'content-type': 'application/json' };
  return from(address, '/rest/v1/opinions', {
    method: 'POST',
    token,
    headers,
    body: JSON.stringify(opinion),
  });
}

async function many(count: number, send: () => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, send));
}

test('L2 a flood of ratings from one session is rejected, another in the same network is served', async () => {
  const answers = await many(300, () => rate('192.0.2.1', 'diego'));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(20);
  expect(statuses).toContain(201);
  expect(new Set(statuses)).toEqual(new Set([201, 429]));
  expect((await many(3, () => rate('192.0.2.1', 'elena'))).map(({ status }) => status)).toEqual([
    201, 201, 201,
  ]);
  expect((await from('192.0.2.1', '/rest/v1/walks?select=name')).status).toBe(200);
});

test('V23.12: a token in another form, and another session of the account, share its limit of writes', async () => {
  const { userId, token } = server.as('nora');
  const sessionId = randomUUID();
  await server.context.db.query('insert into auth.sessions (id, user_id) values ($1, $2)', [
    sessionId,
    userId,
  ]);
  const claims = decodeJwt(token);
  const another = await server.context.tokens.sign({ ...claims, session_id: sessionId });
  const write = (written: string) => () =>
    from('192.0.2.3', '/rest/v1/opinions', { method: 'POST', token: written, body: '{}' });
  const first = await many(20, write(token));
  expect(first.filter(({ status }) => status !== 429).length).toBeGreaterThan(0);
  const others = [...(await many(20, write(otherForm(token)))), ...(await many(20, write(another)))];
  expect(others.filter(({ status }) => status !== 429).length).toBeLessThanOrEqual(4);
});

test('V3: tokens that are not valid give nobody a limit of their own', async () => {
  const token = (count: number) =>
    `${server.as('diego').token.slice(0, -20)}${String(count).padStart(20, 'A')}`;
  let count = 0;
  const answers = await many(60, () =>
    from('192.0.2.4', '/rest/v1/opinions', { method: 'POST', token: token((count += 1)), body: '{}' }),
  );
  expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(40);
});

test('V3: the server rejects a flood of forged tokens before it verifies them, and verifies the others once', async () => {
  const { context } = server;
  let verified = 0;
  const verify = (token: string) => {
    verified += 1;
    return context.tokens.verify(token);
  };
  const tokens = { ...context.tokens, verify };
  const app = await createApp({
    ...context,
    tokens,
    traffic: createTraffic(context.config, tokens, () => 0),
  });
  const headers = {
    apikey: context.config.keys.publishable,
    authorization: `Bearer ${server.as('diego').token.slice(0, -8)}AAAAAAAA`,
  };
  const answers = await many(200, async () =>
    sendTo(app, '/rest/v1/walkers', { headers }, { address: '192.0.2.6' }),
  );
  const served = answers.filter(({ status }) => status === 401).length;
  expect(served).toBeGreaterThan(0);
  expect(served).toBeLessThan(60);
  expect(verified).toBe(served);
});

test.each([
  ['/rest/v1/walks', { code: 'PGRST429', message: expect.any(String), details: null, hint: null }],
  ['/auth/v1/settings', { code: 429, error_code: 'over_request_rate_limit', msg: expect.any(String) }],
  ['/storage/v1/object/public/pictures/a.jpg', { statusCode: '429', code: 'SlowDown' }],
  ['/functions/v1/accounts', { code: 429, message: expect.any(String) }],
])('L2 too many requests for %s get the error of that service', async (path, body) => {
  const address = `198.51.100.${path.length}`;
  const answers = await many(60, () => from(address, path));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(await refused[0]!.json()).toMatchObject(body);
  expect(refused[0]!.headers.get('retry-after')).toBe('1');
  expect((await from('192.0.2.77', path)).status).not.toBe(429);
});

test('L2 uploads have a limit of their own', async () => {
  const { token } = server.as('diego');
  const traffic = createTraffic(
    { ...server.context.config, requestsPerSecond: 1000 },
    server.context.tokens,
    () => 0,
  );
  const answers: number[] = [];
  const headers = { authorization: `Bearer ${token}` };
  for (let uploads = 0; uploads < 61; uploads += 1)
    answers.push(await count(traffic, '192.0.2.5', headers, 'upload'));
  expect(answers.slice(0, 60)).toEqual(Array(60).fill(0));
  expect(answers[60]).toBe(2);
});

test('L2 bodies are limited in bytes, by account or by network', async () => {
  const traffic = createTraffic(
    { ...server.context.config, requestsPerSecond: 10_000 },
    server.context.tokens,
    () => 0,
  );
  const send = (headers: Record<string, string>) => count(traffic, '192.0.2.8', headers, 'write');
  const megabytes = { 'content-length': String(20 * 1024 * 1024) };
  const account = { authorization: `Bearer ${server.as('diego').token}` };
  expect([await send(megabytes), await send(megabytes)]).toEqual([0, 0]);
  expect(await send(megabytes)).toBeGreaterThan(0);
  expect(await send({ 'content-length': '2000' })).toBe(0);
  expect(await send({ ...megabytes, ...account })).toBe(0);
  for (let bodies = 0; bodies < 39; bodies += 1) await send({ ...account, 'transfer-encoding': 'chunked' });
  expect(await send({ ...account, 'transfer-encoding': 'chunked' })).toBeGreaterThan(0);
});

test('A8 whom a network is counted as is not for the visitor to say', async () => {
  const settings = '/auth/v1/settings';
  const { context } = server;
  // Its clock stands still: while a slow machine answers, no limit fills up again.
  const app = await createApp({
    ...context,
    traffic: createTraffic(context.config, context.tokens, () => 0),
  });
  let forged = 0;
  const inventing = await many(60, () =>
    from('192.0.2.30', settings, { headers: { 'x-forwarded-for': `203.0.113.${(forged += 1)}` } }, app),
  );
  expect(inventing.map(({ status }) => status)).toContain(429);
  const behindProxy = (visitor: string) =>
    from('10.0.0.1', settings, { headers: { 'x-forwarded-for': visitor } }, app);
  let last = 0;
  await many(60, () => behindProxy(`2001:db8:1:1::${(last += 1)}`));
  expect((await behindProxy('2001:db8:1:1:ffff::1')).status).toBe(429);
  expect((await behindProxy('2001:db8:1:2::1')).status).toBe(200);
});

test('the secret key, health and the pages are not counted; sign-in is', async () => {
  const address = '192.0.2.40';
  const secret = { headers: { authorization: `Bearer ${server.context.config.keys.secret}` } };
  const free = [
    ...(await many(60, () => from(address, '/rest/v1/walkers?select=id', secret))),
    ...(await many(60, () => from(address, '/health'))),
  ];
  expect(new Set(free.map(({ status }) => status))).toEqual(new Set([200]));
  const body = JSON.stringify({ email: newEmail(), password: goodPassword });
  const attempts = await many(60, () =>
    from(address, '/auth/v1/token?grant_type=password', { method: 'POST', body }),
  );
  expect(attempts.map(({ status }) => status)).toContain(429);
});

test.each(['auth', 'storage', 'rest'])('addresses of %s that do not exist are counted', async (service) => {
  const missing = () => from('192.0.2.50', `/${service}/v1/no/such/address`, { method: 'POST' });
  expect((await many(100, missing)).map(({ status }) => status)).toContain(429);
});
