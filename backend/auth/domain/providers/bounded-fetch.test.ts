import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundedFetch } from './bounded-fetch.ts';

/** A service with any response. */
const service = createServer((request, response) => {
  if (request.url === '/elsewhere') {
    response.writeHead(302, { location: '/' }).end();
    return;
  }
  if (request.url !== '/endless') {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"keys":[]}');
    return;
  }
  const write = () => {
    while (!response.destroyed && response.write('x'.repeat(16 * 1024)));
  };
  response.on('drain', write);
  write();
});
let address: string;
beforeAll(async () => {
  await once(service.listen(0, '127.0.0.1'), 'listening');
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
});
afterAll(() => {
  service.closeAllConnections();
  service.close();
});

test('a response is read up to a limit, and redirects are not followed', async () => {
  expect(await (await boundedFetch(`${address}/keys`)).json()).toEqual({ keys: [] });
  expect((await boundedFetch(`${address}/elsewhere`)).status).toBe(302);
  await expect(boundedFetch(`${address}/endless`)).rejects.toThrow('larger than');
});

test('the caller may abort earlier', async () => {
  await expect(boundedFetch(`${address}/keys`, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
});
