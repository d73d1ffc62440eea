import { request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
let listener: Server;
let port: number;
beforeAll(async () => {
  server = await startTestApp();
  listener = await listen(
    { ...server.app, trustedProxies: server.context.config.trustedProxies },
    '127.0.0.1',
    0,
  );
  port = (listener.address() as AddressInfo).port;
});
afterAll(async () => {
  await new Promise((resolve) => listener.close(resolve));
  await server[Symbol.asyncDispose]();
});

const megabyteBytes = 1024 * 1024;
const tooLarge = { statusCode: '413', code: 'EntityTooLarge' };

interface Sent {
  readonly answer: unknown;
  /** Bytes written to the socket before the response. */
  readonly bytes: number;
}

/** Sends zeros over a real connection until the server responds or `total` bytes are sent. */
function sendOverSocket(headers: Record<string, string>, total: number, token: string): Promise<Sent> {
  const path = `/storage/v1/object/pictures/${photoKey(server.as('diego').userId, 'big.jpg')}`;
  return new Promise((resolve, reject) => {
    let bytes = 0;
    const authorization = `Bearer ${token}`;
    const outgoing = httpRequest({ port, path, method: 'POST', headers: { ...headers, authorization } });
    outgoing.on('error', reject);
    outgoing.on('response', async (incoming) => {
      const text = (await incoming.toArray()).join('');
      resolve({ answer: JSON.parse(text), bytes });
      outgoing.destroy();
    });
    const block = Buffer.alloc(64 * 1024);
    const write = (): void => {
      while (bytes < total && !outgoing.destroyed) {
        bytes += block.byteLength;
        if (!outgoing.write(block)) {
          outgoing.once('drain', write);
          return;
        }
      }
      outgoing.end();
    };
    write();
  });
}

describe('more than 5 MiB', () => {
  test('F6 is rejected by its Content-Length, before reading', async () => {
    const sent = await sendOverSocket(
      { 'content-type': 'image/jpeg', 'content-length': String(40 * megabyteBytes) },
      40 * megabyteBytes,
      server.as('diego').token,
    );
    expect(sent.answer).toMatchObject(tooLarge);
    expect(sent.bytes).toBeLessThan(20 * megabyteBytes);
  });

  test('F6 is rejected while it streams in without a length', async () => {
    const sent = await sendOverSocket(
      { 'content-type': 'image/jpeg' },
      80 * megabyteBytes,
      server.as('diego').token,
    );
    expect(sent.answer).toMatchObject(tooLarge);
    expect(sent.bytes).toBeLessThan(40 * megabyteBytes);
  });

  test('F6 is rejected in multipart too', async () => {
    const photos = storageClient(server, server.as('diego').token).from('pictures');
    const key = photoKey(server.as('diego').userId);
    for (const size of [5 * megabyteBytes + 1, 6 * megabyteBytes]) {
      const { error } = await photos.upload(key, file(Buffer.alloc(size)));
      expect(error).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      });
    }
  });

  test('F6 from an unauthorised caller is rejected before reading', async () => {
    const { publishable } = server.context.config.keys;
    const sent = await sendOverSocket({ 'content-type': 'image/jpeg' }, 80 * megabyteBytes, publishable);
    expect(sent.answer).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
  });
});

test('stores a stream without a length', async () => {
  const photos = storageClient(server, server.as('diego').token).from('pictures');
  const key = photoKey(server.as('diego').userId, 'stream.jpg');
  const stream = new Blob([new Uint8Array(await picture())]).stream();
  expect((await photos.upload(key, stream, { contentType: 'image/jpeg' })).error).toBeNull();
  expect((await photos.exists(key)).data).toBe(true);
});

test.each([
  ['multipart without a file', 'multipart/form-data; boundary=x', '--x--\r\n'],
  ['multipart that is none', 'multipart/form-data; boundary=x', 'nonsense'],
  ['multipart without a boundary', 'multipart/form-data', 'nonsense'],
])('rejects %s', async (_name, type, body) => {
  const key = photoKey(server.as('diego').userId);
  const response = await server.as('diego').request(`/storage/v1/object/pictures/${key}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
});
