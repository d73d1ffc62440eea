import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { goodPassword, newEmail } from '../testing/auth/auth.ts';
import { listen } from './listen.ts';

/** As in production, at a tenth of its times: client and server share this process, and the machine may stall. */
const timeouts = { headers: 1000, request: 6000, interval: 500, window: 800, bytes: 8_000, idle: 500 };

let server: TestApp;
let listening: Server;
let address: string;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  listening = await listen(
    { ...server.app, trustedProxies: server.context.config.trustedProxies },
    '127.0.0.1',
    0,
    timeouts,
  );
  ({ port } = listening.address() as AddressInfo);
  address = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  listening.close();
  await once(listening, 'close');
  await server[Symbol.asyncDispose]();
});

/** Sends `start` and then a byte at a time; gives the milliseconds until the server ends the connection. */
async function drip(start: string, each: number): Promise<number> {
  const began = performance.now();
  const socket: Socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  socket.write(start);
  const timer = setInterval(() => socket.writable && socket.write('x'), each);
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(timer);
  return performance.now() - began;
}

const apikey = (): string => server.context.config.keys.publishable;

const post = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: club.example\r\napikey: ${apikey()}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;

test('L3 a client that sends headers or a body byte by byte is cut, and others are served meanwhile', async () => {
  const slow = Array.from({ length: 50 }, (_, index) => {
    if (index % 2 === 0) return drip('GET /health HTTP/1.1\r\nX-Slow: ', 20);
    return drip(post(['/auth/v1/signup', '/rest/v1/opinions'][index % 4 === 1 ? 0 : 1]!, 5000), 20);
  });
  const answers = await Promise.all(Array.from({ length: 20 }, () => fetch(`${address}/health`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  for (const milliseconds of await Promise.all(slow)) expect(milliseconds).toBeLessThan(20_000);
  expect((await fetch(`${address}/health`)).status).toBe(200);
});

test('L3 a body that comes slowly but steadily is taken', async () => {
  const body = JSON.stringify({ email: newEmail(), password: goodPassword }) + ' '.repeat(60_000);
  const parts = body.match(/[^]{1,10000}/g)!;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const part = parts.shift();
      if (part === undefined) return controller.close();
      await new Promise((resolve) => setTimeout(resolve, 250));
      controller.enqueue(new TextEncoder().encode(part));
    },
  });
  const headers = { apikey: apikey() };
  const init = { method: 'POST', headers, body: stream, duplex: 'half' } as RequestInit;
  expect((await fetch(`${address}/auth/v1/signup`, init)).status).toBe(200);
});

/** Sends a sign-up, in ASCII, in chunks of a size; gives the status line, empty when the connection was cut. */
async function sendInChunks(body: string, size: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined).on('data', (text) => (answer += String(text)));
  const parts = body.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  const chunks = parts.map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join('');
  const head = [
    'POST /auth/v1/signup HTTP/1.1',
    'Host: club.example',
    `apikey: ${apikey()}`,
    'Transfer-Encoding: chunked',
  ];
  socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n${chunks}0\r\n\r\n`);
  await new Promise((resolve) => socket.once('close', resolve));
  return answer.split('\r\n')[0] ?? '';
}

test('L3 a body in tiny chunks is cut, one in small chunks is taken', async () => {
  const padded = (length: number) => {
    const body = JSON.stringify({ email: newEmail(), password: 'cordillera nevada 7' });
    return body + ' '.repeat(length - body.length);
  };
  expect(await sendInChunks(padded(20_000), 1)).toBe('');
  expect(await sendInChunks(padded(200), 1)).toBe('HTTP/1.1 200 OK');
  expect(await sendInChunks(padded(60_000), 1000)).toBe('HTTP/1.1 200 OK');
});

/** Sends requests whose clients are gone at once, or as soon as the response begins. */
async function abort(count: number, path: string): Promise<void> {
  const one = async (index: number) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: club.example\r\napikey: ${apikey()}\r\n\r\n`);
    await (index % 2 === 0 ? once(socket, 'connect') : once(socket, 'data'));
    socket.destroy();
  };
  for (let from = 0; from < count; from += 50)
    await Promise.all(Array.from({ length: 50 }, (_, index) => one(index)));
}

test('10,000 requests whose clients are gone leave no connection, and no memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heapMib = () => {
    collect();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  await abort(2000, '/rest/v1/walks?select=name');
  const before = heapMib();
  await abort(8000, '/rest/v1/walks?select=name');
  const connections = promisify(listening.getConnections.bind(listening));
  await expect.poll(() => connections()).toBe(0);
  expect(heapMib() - before).toBeLessThan(10);
  const reads = Array.from({ length: 20 }, () => server.request('/rest/v1/walks?select=name'));
  for (const { status } of await Promise.all(reads)) expect(status).toBe(200);
}, 120_000);

const nested = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
test.each([
  ['/auth/v1/signup', `{"data":${nested}}`, 400],
  ['/rest/v1/opinions', `{"comment":${nested}}`, 400],
  ['/rest/v1/rpc/verify_walker', nested, 400],
  ['/storage/v1/object/list/pictures', `{"prefix":"","search":${nested}}`, 400],
  ['/auth/v1/signup', `{"a":"${'x'.repeat(2 ** 20)}"}`, 413],
  ['/rest/v1/opinions', `{"comment":"${'x'.repeat(2 ** 20)}"}`, 413],
  ['/functions/v1/accounts', `{"a":"${'x'.repeat(2 ** 20)}"}`, 413],
])('L3 deep and large bodies: %s %.20s gets %i', async (path, body, status) => {
  const headers = {
    'content-type': 'application/json',
    apikey: apikey(),
    authorization: `Bearer ${server.as('diego').token}`,
  };
  const response = await fetch(`${address}${path}`, { method: 'POST', headers, body });
  expect(response.status).toBe(status);
});

test('L3 a connection that sends a thousand requests at once is closed, and earlier requests get their responses', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => (received += text));
  const request = 'GET /health/live HTTP/1.1\r\nHost: club.example\r\n\r\n';
  socket.write(request.repeat(4));
  await expect.poll(() => received.split('HTTP/1.1 200').length - 1).toBe(4);
  socket.write(request.repeat(1000));
  await once(socket, 'close');
  expect(received.split('HTTP/1.1 200').length).toBeLessThan(50);
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
});

test('a query of 64 Ki characters and long headers are answered, and no response has long headers', async () => {
  for (const ids of [400, 800, 1_650]) {
    const list = Array.from({ length: ids }, () => randomUUID()).join(',');
    const url = `${address}/rest/v1/walks?select=id&id=in.(${list})`;
    const response = await fetch(url, { headers: { apikey: apikey(), 'x-note': 'n'.repeat(30_000) } });
    expect([ids, response.status]).toEqual([ids, 200]);
    expect(JSON.stringify([...response.headers]).length).toBeLessThan(8_192);
  }
  const tooLong = await fetch(`${address}/rest/v1/walks?id=eq.${'x'.repeat(70_000)}`, {
    headers: { apikey: apikey() },
  });
  expect([tooLong.status, await tooLong.json()]).toMatchObject([400, { code: 'PGRST100' }]);
});

test.each([
  ['a long address', `GET /rest/v1/walkers?id=eq.${'x'.repeat(140_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  [
    'long headers',
    `GET /health HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'x'.repeat(140_000)}\r\n\r\n`,
    431,
  ],
  [
    'a preflight of a long address',
    `OPTIONS /?${'x'.repeat(140_000)} HTTP/1.1\r\nOrigin: https://a\r\n\r\n`,
    431,
  ],
  ['no HTTP', 'hello\r\n\r\n', 400],
])('%s is refused in JSON that a page of any origin may read', async (_, text, status) => {
  const socket = connect(port, '127.0.0.1');
  let response = '';
  socket.on('data', (chunk) => (response += String(chunk))).on('error', () => undefined);
  socket.write(text);
  await once(socket, 'close');
  const [head, body] = response.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain('Access-Control-Allow-Origin: *');
  expect(JSON.parse(body!)).toMatchObject({ code: String(status), message: expect.any(String) });
});
