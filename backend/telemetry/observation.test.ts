import type { Logger } from 'pino';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { newEmail, signIn } from '../testing/auth/auth.ts';
import { loggedPath } from '../http/logged-path.ts';
import { empty } from '../http/reply.ts';
import { requestWithin } from '../http/request.ts';
import { createMetrics } from './metrics.ts';
import { observe } from './requests.ts';
import { sendTo } from '../testing/send.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({
    environment: { METRICS_TOKEN: 'prometheus-of-the-tests', SECURITY_CONTACT: 'security@example.com' },
  });
});
afterAll(() => server[Symbol.asyncDispose]());

test('is live, and is ready when the database responds', async () => {
  for (const path of ['/health', '/health/live', '/health/ready']) {
    const response = await server.request(path);
    expect([path, response.status]).toEqual([path, 200]);
    expect(await response.json()).toEqual({ status: 'ok' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
});

test('a server that is stopping is not ready, serves on, and counts its own response as no failure', async () => {
  const app = await createApp({ ...server.context, stopping: AbortSignal.abort() });
  const statuses = ['/health/ready', '/health', '/health/live', '/.well-known/security.txt'].map(
    async (path) => (await sendTo(app, path)).status,
  );
  expect(await Promise.all(statuses)).toEqual([503, 200, 200, 200]);
  const headers = { authorization: 'Bearer prometheus-of-the-tests' };
  expect(await (await sendTo(app, '/metrics', { headers })).text()).not.toContain('status="503"');
});

test('V3: a flood of health checks leaves database connections free, and reports a lost database', async () => {
  let queries = 0;
  let isThere = true;
  const { db } = server.context;
  const query: typeof db.query = (sql, values) => {
    queries += 1;
    return isThere ? db.query(sql, values) : db.query('select no_such_column');
  };
  const app = await createApp({ ...server.context, db: { ...db, query } });
  const ask = () =>
    Promise.all(Array.from({ length: 200 }, async () => (await sendTo(app, '/health')).status));
  queries = 0;
  expect(new Set(await ask())).toEqual(new Set([200]));
  expect(queries).toBeLessThan(20);
  isThere = false;
  expect(new Set(await ask())).toEqual(new Set([503]));
  expect((await sendTo(app, '/health/ready')).status).toBe(503);
  expect((await sendTo(app, '/health/live')).status).toBe(200);
  expect(queries).toBeLessThan(40);
});

test('H4 metrics need their token, and count requests by service, never by path', async () => {
  await server.request('/rest/v1/walkers?name=eq.Diego');
  expect((await server.request('/metrics')).status).toBe(401);
  expect((await server.request('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401);
  const response = await server.request('/metrics', {
    headers: { authorization: 'Bearer prometheus-of-the-tests' },
  });
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(text).toMatch(/http_request_duration_seconds_count\{service="rest",method="GET",status="401"\} \d/);
  expect(text).toContain('process_resident_memory_bytes');
  expect(text).not.toMatch(/walkers|Diego/);
});

test('the metrics that docs/operations.md alerts on have values', async () => {
  expect((await signIn(server, newEmail(), 'wrong')).status).toBe(400);
  const headers = { authorization: 'Bearer prometheus-of-the-tests' };
  const text = await (await server.request('/metrics', { headers })).text();
  for (const metric of [
    'http_request_duration_seconds_bucket{le="0.3",service="auth",method="POST",status="400"}',
    'nodejs_eventloop_lag_p99_seconds',
    'club_events_total{action="login_failed"}',
    'club_backups_failed_total',
    'club_disk_free_bytes',
  ])
    expect(Number(text.split(`\n${metric} `)[1]?.split('\n')[0]), metric).toBeGreaterThanOrEqual(0);
});

test('the log gives the request id of slow requests; at “debug” it has a line for each request', async () => {
  onTestFinished(() => void vi.restoreAllMocks());
  const lines: object[] = [];
  const log = {
    isLevelEnabled: () => true,
    ...Object.fromEntries(
      ['warn', 'debug'].map((level) => [level, (line: object) => lines.push({ level, ...line })]),
    ),
  } as unknown as Logger;
  const observers = { ...server.context, log, metrics: createMetrics(server.context) };
  const ids = [0.5, 1.5].map((seconds) => {
    const request = requestWithin(new Request('http://localhost/rest/v1/walkers'));
    observe(observers, request, empty(200), seconds);
    return request.id;
  });
  expect(lines).toMatchObject([
    { level: 'debug', requestId: ids[0], status: 200 },
    { level: 'warn', requestId: ids[1], status: 200, milliseconds: 1500 },
  ]);
});

test('H4 without a token there are no metrics', async () => {
  await using other = await startTestApp();
  expect((await other.request('/metrics')).status).toBe(404);
});

test('security.txt names the contact for reports', async () => {
  const response = await server.request('/.well-known/security.txt');
  const text = await response.text();
  expect(response.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('Contact: mailto:security@example.com\n');
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 365 * 24 * 3600 * 1000);
});

test('every response has a new request id', async () => {
  const [first, second] = await Promise.all([server.request('/health/live'), server.request('/nothing.txt')]);
  expect(first?.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.headers.get('x-request-id')).not.toBe(first?.headers.get('x-request-id'));
});

test('S9 logs only the fixed beginning of a path, not the token or name in it', () => {
  expect(loggedPath('/rate/eyJhbGciOi')).toBe('/rate');
  expect(loggedPath('/verify/k7m2p9')).toBe('/verify');
  expect(loggedPath('/storage/v1/object/public/pictures/profile-photos/a.jpg')).toBe('/storage/v1/object');
  expect(loggedPath('/')).toBe('/');
  expect(loggedPath('/.well-known/security.txt')).toBe('/.well-known');
  expect(loggedPath('/eyJhbGciOi.eyJzdWIi')).toBe('/…');
  expect(loggedPath('/auth/v1/ana@example.com')).toBe('/auth/v1/…');
});
