import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import type { Server } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { listen } from '../http/listen.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';

const environment = { METRICS_TOKEN: 'prometheus-of-the-tests', REQUESTS_PER_SECOND: '40' };

let server: TestApp;
let listening: Server;
let port: number;
let log = '';
beforeAll(async () => {
  server = await startTestApp({ environment });
  const memory = new Writable({
    write(chunk, _, done) {
      log += String(chunk);
      done();
    },
  });
  const app = await createApp({ ...server.context, log: pino({ level: 'info' }, memory) });
  listening = await listen({ ...app, trustedProxies: server.context.config.trustedProxies }, '127.0.0.1', 0);
  ({ port } = listening.address() as AddressInfo);
});
afterAll(async () => {
  listening.close();
  await once(listening, 'close');
  await server[Symbol.asyncDispose]();
});

/** Messages of the log, without those about slow requests, which a busy machine makes. */
function messages(): readonly string[] {
  const lines = log.split('\n').filter(Boolean);
  const entries = lines.map((line) => JSON.parse(line) as { msg: string; status?: number });
  return entries.filter(({ status = 500 }) => status >= 500).map(({ msg }) => msg);
}

/** Number of a service's responses by status. */
async function answered(service: string): Promise<ReadonlyMap<number, number>> {
  const headers = { authorization: 'Bearer prometheus-of-the-tests' };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  const counts = new Map<number, number>();
  const line = /^http_request_duration_seconds_count\{service="(\w+)",method="\w+",status="(\d+)"\} (\d+)$/gm;
  for (const [, name, status, count] of text.matchAll(line))
    if (name === service) counts.set(Number(status), (counts.get(Number(status)) ?? 0) + Number(count));
  return counts;
}

const total = (counts: ReadonlyMap<number, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Announces a body, sends its beginning and closes the connection. */
async function breakOff(path: string, framing: string): Promise<void> {
  const { token } = server.as('diego');
  const socket = connect(port, '127.0.0.1');
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: club.example',
    `apikey: ${server.context.config.keys.publishable}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
  ];
  await once(socket, 'connect');
  socket.end(`${[...head, framing].join('\r\n')}\r\n\r\n5\r\n{"a":`);
  socket.on('error', () => undefined).resume();
  await once(socket, 'close');
}

test.each([
  ['auth', '/auth/v1/signup'],
  ['rest', '/rest/v1/opinions'],
  ['storage', '/storage/v1/object/list/pictures'],
  ['functions', '/functions/v1/accounts'],
  ['realtime', '/realtime/v1/api/broadcast'],
])('V23.8: interrupted bodies for %s count as no failures in log or metrics', async (service, path) => {
  const before = total(await answered(service));
  for (let count = 0; count < 20; count += 1)
    await breakOff(path, count % 2 === 0 ? 'Content-Length: 5000' : 'Transfer-Encoding: chunked');
  await expect.poll(async () => total(await answered(service))).toBe(before + 20);
  expect([...(await answered(service)).keys()].filter((status) => status >= 500)).toEqual([]);
  expect(messages()).toEqual([]);
});

test('V23.8: an interrupted upload counts as no failure in log or metrics', async () => {
  const { userId } = server.as('diego');
  const before = total(await answered('storage'));
  for (let count = 0; count < 5; count += 1)
    await breakOff(
      `/storage/v1/object/pictures/profile-photos/${userId}-${count}.jpg`,
      'Content-Length: 90000',
    );
  await expect.poll(async () => total(await answered('storage'))).toBe(before + 5);
  expect([...(await answered('storage')).keys()].filter((status) => status >= 500)).toEqual([]);
  expect(messages()).toEqual([]);
});

test('V3: rate-limited refreshes, which get 503, count as no failures in log or metrics', async () => {
  const refresh = () =>
    fetch(`http://127.0.0.1:${port}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: server.context.config.keys.publishable },
      body: JSON.stringify({ refresh_token: 'aaaaaaaaaaaa' }),
    });
  const answers = await Promise.all(Array.from({ length: 200 }, refresh));
  expect(answers.map(({ status }) => status)).toContain(503);
  const counts = await answered('auth');
  expect(counts.get(429)).toBeGreaterThan(0);
  expect(counts.has(503)).toBe(false);
  expect(messages()).toEqual([]);
});
