import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../backend/http/listen.ts';
import { startProductApp, type ProductApp } from './testing/app.ts';

let server: ProductApp;
let listener: Server;
beforeAll(async () => {
  server = await startProductApp();
  listener = await listen(
    { ...server.app, trustedProxies: server.context.config.trustedProxies },
    '127.0.0.1',
    0,
  );
});
afterAll(async () => {
  listener.close();
  await server[Symbol.asyncDispose]();
});

/** Sends a request over a real port, with path and method unnormalised. */
async function ask(method: string, path: string): Promise<{ status: number | undefined; text: string }> {
  const { port } = listener.address() as AddressInfo;
  const sent = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    agent: false,
    headers: { cookie: 'secret=1' },
  });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
}

/** One response of each kind: services, functions, missing pages, disallowed methods, failures. */
const answers: readonly (readonly [method: string, path: string, status: number])[] = [
  ['GET', '/health', 200],
  ['GET', '/.well-known/security.txt', 200],
  ['GET', '/metrics', 404],
  ['GET', '/no-such-file.txt', 404],
  ['POST', '/', 405],
  ['OPTIONS', '/rest/v1/drivers', 200],
  ['GET', '/rest/v1/time_based_routes', 200],
  ['GET', '/rest/v1/drivers', 401],
  ['GET', '/rest/v1/nothing', 404],
  ['GET', '/auth/v1/settings', 200],
  ['GET', '/auth/v1/user', 401],
  ['GET', '/auth/v1/nothing', 404],
  ['GET', '/storage/v1/object/public/imagenes/nothing.jpg', 400],
  ['GET', '/storage/v1/bucket', 200],
  ['GET', '/functions/v1/nothing', 404],
  ['GET', '/functions/v1/admin-users', 401],
  ['POST', '/realtime/v1/api/broadcast', 400],
];

test.each(answers)('H2 H5 %s %s (%d) has the security headers and no-store', async (method, path, status) => {
  const { headers, status: actual } = await server.request(path, { method });
  expect(actual).toBe(status);
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'permissions-policy':
      'camera=(), microphone=(), payment=(), usb=(), geolocation=(self), fullscreen=(self), screen-wake-lock=(self)',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  });
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('server')).toBeNull();
});

test('H2 H5 responses about people are no-store', async () => {
  const carla = server.as('carla');
  for (const path of [
    '/rest/v1/drivers',
    '/auth/v1/user',
    '/functions/v1/admin-users',
    '/storage/v1/object/info/imagenes/nothing.jpg',
  ])
    expect([path, (await carla.request(path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
});

test('H2 a server error has the security headers', async () => {
  await using broken = await startProductApp();
  await broken.context.db.query('alter table auth.users rename to lost');
  const { status, headers } = await broken.request('/auth/v1/token?grant_type=password', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'a@example.com', password: 'nothing in common' }),
  });
  expect(status).toBe(500);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('H3 browsers call the API from our own origin and the configured ones only', async () => {
  const own = server.context.config.publicUrl;
  for (const path of [
    '/rest/v1/drivers',
    '/auth/v1/settings',
    '/storage/v1/bucket',
    '/functions/v1/admin-users',
  ]) {
    const allowed = await server.request(path, { headers: { origin: own } });
    expect(allowed.headers.get('access-control-allow-origin')).toBe(own);
    for (const origin of ['https://evil.example', 'null', `${own}.evil.example`, own.replace('//', '//a.')]) {
      const refused = await server.request(path, { headers: { origin } });
      expect([path, origin, refused.headers.get('access-control-allow-origin')]).toEqual([
        path,
        origin,
        null,
      ]);
      expect(refused.headers.get('access-control-allow-credentials')).toBeNull();
      expect(refused.headers.get('vary')).toContain('Origin');
    }
  }
});

test('a page may send tracing headers, x-region and headers of its own', async () => {
  const requested = 'traceparent, tracestate, baggage, x-region, x-share-token, cookie, X-Bad\u0000';
  const response = await server.request('/rest/v1/drivers', {
    method: 'OPTIONS',
    headers: {
      origin: server.context.config.publicUrl,
      'access-control-request-method': 'GET',
      'access-control-request-headers': requested.replace('\u0000', '!'),
    },
  });
  const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
  expect(allowed).toEqual(
    expect.arrayContaining(['traceparent', 'tracestate', 'baggage', 'x-region', 'x-share-token']),
  );
  expect(allowed).not.toContain('cookie');
  expect(allowed).not.toContain('x-bad!');
});

test('H3 a preflight holds for a day, and gives other origins nothing', async () => {
  const preflight = (origin: string) =>
    server.request('/rest/v1/drivers', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey',
      },
    });
  const own = await preflight(server.context.config.publicUrl);
  expect([own.status, own.headers.get('access-control-max-age')]).toEqual([204, '86400']);
  expect(own.headers.get('access-control-allow-methods')).toContain('PATCH');
  const other = await preflight('https://evil.example');
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
  expect(own.headers.get('access-control-allow-credentials')).toBeNull();
});

test.each([
  ['TRACE', '/'],
  ['TRACE', '/health'],
  ['TRACE', '/rest/v1/drivers'],
  ['TRACE', '/auth/v1/user'],
  ['TRACE', '/storage/v1/bucket'],
  ['TRACE', '/functions/v1/admin-users'],
  ['PROPFIND', '/'],
  ['PUT', '/index.html'],
  ['DELETE', '/assets/'],
  ['PATCH', '/login'],
])('H4 %s %s is not allowed, and echoes nothing', async (method, path) => {
  const { status, text } = await ask(method, path);
  expect([400, 401, 404, 405]).toContain(status);
  expect(text).not.toContain('secret=1');
});

test.each([
  '/.git/config',
  '/.git/HEAD',
  '/.env',
  '/.vite/manifest.json',
  '/.pages.json',
  '/../package.json',
  '/..%2fpackage.json',
  '/%2e%2e/package.json',
  '/assets/../../package.json',
  '/data/secrets.json',
  '/metrics',
  '/server/main.ts',
  '/supabase/config.toml',
])('H4 GET %s reveals nothing', async (path) => {
  const { status, text } = await ask('GET', path);
  expect([401, 404]).toContain(status);
  expect(text).not.toMatch(/import|"name"|\[api\]|sb_secret/);
});
