import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { storageClient } from '../testing/storage.ts';

let server: TestApp;
let tokens: string[];
beforeAll(async () => {
  server = await startTestApp();
  const { secret, publishable } = server.context.config.keys;
  const storage = storageClient(server, secret);
  await storage.createBucket('papers', { public: true });
  await storage.from('papers').upload('a.txt', Buffer.from('a'), { contentType: 'text/plain' });
  tokens = [secret, publishable, server.as('diego').token, 'a.b.c', 'é'];
});
afterAll(() => server[Symbol.asyncDispose]());

const addresses = [
  '/bucket',
  '/bucket/papers',
  '/bucket/papers/empty',
  '/bucket/papers/lifecycle',
  '/cdn/papers/a.txt',
  '/object/papers',
  '/object/papers/a.txt',
  '/object/public/papers/a.txt',
  '/object/authenticated/papers/a.txt',
  '/object/info/papers/a.txt',
  '/object/info/public/papers/a.txt',
  '/object/list/papers',
  '/object/list-v2/papers',
  '/object/move',
  '/object/copy',
  '/object/sign/papers',
  '/object/sign/papers/a.txt',
  '/object/upload/sign/papers/a.txt',
  '/render/image/public/papers/a.txt',
  '/render/image/authenticated/papers/a.txt',
  '/render/image/sign/papers/a.txt',
  '/object/papers/%00',
  '/object/%ff/a',
];

/** Values that are valid somewhere, and values that never are. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    'papers',
    'a.txt',
    'b.txt',
    'a',
    60,
    0,
    -1,
    1e300,
    true,
    null,
    '\0',
    '\ud800',
    'x'.repeat(2000),
  ),
  fc.constantFrom<unknown>(
    ['a.txt'],
    [{ path: 'a.txt', versionId: '\ud800' }],
    { column: 'name' },
    { width: 1 },
  ),
  fc.string(),
  fc.jsonValue(),
);
const names = [
  'id',
  'name',
  'public',
  'file_size_limit',
  'allowed_mime_types',
  'prefix',
  'prefixes',
  'search',
  'limit',
  'offset',
  'cursor',
  'sortBy',
  'with_delimiter',
  'exactMatch',
  'bucketId',
  'sourceKey',
  'destinationKey',
  'destinationBucket',
  'metadata',
  'copyMetadata',
  'expiresIn',
  'paths',
  'transform',
];
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...names), value).map((object) => JSON.stringify(object)),
  fc.string(),
);
const query = fc.dictionary(
  fc.constantFrom(
    'token',
    'width',
    'height',
    'resize',
    'quality',
    'format',
    'download',
    'versionId',
    'limit',
  ),
  fc.oneof(fc.constantFrom('1', '100', 'cover', 'a.b.c', '\0', 'ñ"\r\n'), fc.string()),
);
const headers = fc.dictionary(
  fc.constantFrom(
    'content-type',
    'x-metadata',
    'x-upsert',
    'range',
    'if-none-match',
    'cache-control',
    'accept',
  ),
  fc.oneof(
    fc.constantFrom('text/plain', 'multipart/form-data; boundary=x', 'e30=', 'true', 'bytes=0-', '*', '"'),
    fc.stringMatching(/^[\x21-\x7e]{0,20}$/),
  ),
);

test('arbitrary requests never cause a server error, and errors have the wire format', async () => {
  const request = fc.record({
    method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'),
    address: fc.constantFrom(...addresses),
    token: fc.nat({ max: 4 }),
    body,
    query,
    headers,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ method, address, token, ...sent }) => {
      const response = await server.request(`/storage/v1${address}?${new URLSearchParams(sent.query)}`, {
        method,
        headers: { ...sent.headers, authorization: `Bearer ${tokens[token]}` },
        ...(method !== 'GET' && method !== 'HEAD' && { body: sent.body }),
      });
      expect(response.status, await response.clone().text()).toBeLessThan(500);
      if (response.ok || response.status === 304 || method === 'HEAD') return;
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        statusCode: expect.stringMatching(/^4\d\d$/) as string,
        error: expect.any(String) as string,
        message: expect.any(String) as string,
        code: expect.stringMatching(/^[A-Z]\w+$/) as string,
      });
    }),
    { numRuns: 800 },
  );
});
