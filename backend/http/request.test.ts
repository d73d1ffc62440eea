import { once } from 'node:events';
import type { Server } from 'node:http';
import { BlockList, connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from './listen.ts';
import { json } from './reply.ts';
import type { HttpRequest } from './request.ts';
import { TrustedProxies } from './trusted-proxies.ts';

/** Responds with what it has understood. */
async function show({ method, path, search, headers, body }: HttpRequest) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) chunks.push(chunk);
  const sent = Buffer.concat(chunks).toString();
  const stored = path === '/bad-header' ? { 'Content-Type': 'text/html\nSet-Cookie: a=b' } : {};
  return json({ method, path, search, note: headers.get('x-note'), sent }, 200, stored);
}

let server: Server;
beforeAll(async () => {
  const trustedProxies = new TrustedProxies(new BlockList(), []);
  server = await listen({ respond: show, fail: () => json({}, 500), trustedProxies }, '127.0.0.1', 0);
});
afterAll(() => void server.close());

/** Sends a request as it stands, and gives status and body of the response. */
async function send(text: string): Promise<readonly [status: number, body: unknown]> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  socket.write(text);
  await once(socket, 'close');
  const [head = '', body = ''] = received.replace(/^HTTP\/1.1 100 Continue\r\n\r\n/, '').split('\r\n\r\n');
  return [Number(head.slice(9, 12)), JSON.parse(body)];
}

const get = (target: string, headers = '') =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;

test.each([
  ['/rest/v1/walks?select=*&name=eq.a%20b', '/rest/v1/walks', 'select=*&name=eq.a%20b'],
  ['/a/../b?c=../d', '/b', 'c=../d'],
  ['/a/%2e%2E/b', '/b', ''],
  ['/a/.', '/a/', ''],
  ['//evil.example/a', '//evil.example/a', ''],
  ['http://evil.example/a?b', '/a', 'b'],
  ['/a?b="{c}"', '/a', 'b=%22{c}%22'],
  ['/a#b', '/a', ''],
  ['/a?', '/a', ''],
  ['/..%2f..%2fsecret', '/..%2f..%2fsecret', ''],
])('the target %s names the path %s and the query “%s”', async (target, path, search) => {
  expect(await send(get(target))).toMatchObject([200, { path, search }]);
});

test.each(['/a\\..\\b', '*', 'evil.example:443', 'ftp://evil.example/a', '/ä', ''])(
  'the target “%s” names nothing here',
  async (target) => {
    const [status] = await send(get(target));
    expect(status).toBe(400);
  },
);

test('a header that comes twice is one, and names may have capital letters', async () => {
  expect(await send(get('/', 'X-Note: a\r\nx-NOTE: b\r\n'))).toMatchObject([200, { note: 'a, b' }]);
});

test.each([
  ['with a length', 'Content-Length: 5\r\n\r\nhello'],
  ['in chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n'],
  ['in chunks with a trailer', 'Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Note: late\r\n\r\n'],
  ['after it was expected', 'Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello'],
])('a body %s arrives', async (_, rest) => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n';
  expect(await send(head + rest)).toMatchObject([200, { sent: 'hello', note: null }]);
});

test('a header that cannot be written ends its response alone', async () => {
  const [status] = await send(get('/bad-header'));
  expect(status).toBe(500);
  expect(await send(get('/next'))).toMatchObject([200, { path: '/next' }]);
});

test('HTTP/1.0 gets a response, and the end of the connection', async () => {
  expect(await send('GET /old HTTP/1.0\r\n\r\n')).toMatchObject([200, { path: '/old' }]);
});
