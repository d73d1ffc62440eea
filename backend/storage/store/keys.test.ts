import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listKeys } from '../../testing/object-store.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { picture } from '../../testing/storage.ts';

let server: TestApp;
let jpeg: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  server = await startTestApp();
  jpeg = new Uint8Array(await picture(4, 4));
});
afterAll(() => server[Symbol.asyncDispose]());

async function put(rawKey: string, bucket = 'pictures'): Promise<Response> {
  return server.service(`/storage/v1/object/${bucket}/${rawKey}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg', 'x-upsert': 'true' },
    body: jpeg,
  });
}

test.each([
  ['%2e%2e%2fpasswd', 'dots and slash, encoded'],
  ['a%2f..%2f..%2fpasswd', 'dots in the middle'],
  ['..%2f..%2f..%2fetc%2fpasswd', 'slashes encoded'],
  ['a%00.jpg', 'NUL'],
  ['a%5c..%5cb.jpg', 'backslash'],
  ['%2fetc%2fpasswd', 'leading slash'],
  ['a//b.jpg', 'empty segment'],
  ['a%2f%2fb.jpg', 'empty segment, encoded'],
  ['a/', 'trailing slash'],
  ['.%2fa.jpg', 'dot'],
  ['a%0ab.jpg', 'line break'],
  ['%zz', 'broken escape'],
  ['%ff%fe', 'no UTF-8'],
  ['a%7fb', 'control character'],
  [encodeURIComponent('ａ․․／b'), 'look-alikes'],
  [encodeURIComponent('foto ñandú.jpg'), 'letters beyond ASCII'],
  ['%3Cscript%3E', 'angle brackets'],
  ['x'.repeat(2048), '2 KB'],
])('F9 the key %s (%s) is refused', async (key) => {
  const response = await put(key);
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidKey' });
});

test.each(['a b.jpg', "it's (1)!.jpg", 'a+b=c&d;e,f@$*:?.jpg', 'x'.repeat(1024)])(
  'the key %s round-trips',
  async (key) => {
    expect(await (await put(encodeURIComponent(key))).json()).toMatchObject({ Key: `pictures/${key}` });
    const path = `/storage/v1/object/public/pictures/${encodeURIComponent(key)}`;
    expect((await server.request(path)).status).toBe(200);
  },
);

test('F9 the names of the stored bytes do not contain the key', async () => {
  await put('secret-name.jpg');
  const files = await listKeys(server.context.objects);
  expect(files.some((file) => file.includes('secret-name'))).toBe(false);
});

describe('any address', () => {
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH');
  const segment = fc.oneof(
    fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
    fc.constantFrom('..', '%2e%2e', '%', '%zz', 'public', 'authenticated', 'info', 'list', 'pictures', ''),
  );
  const path = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('/'));
  const prefix = fc.constantFrom('', 'object/', 'object/pictures/', 'object/public/pictures/', 'bucket/');

  test('never causes a server error, and errors have the wire format', async () => {
    await fc.assert(
      fc.asyncProperty(method, prefix, path, async (method, start, rest) => {
        const response = await server.service(`/storage/v1/${start}${rest}`, { method });
        expect(response.status).toBeLessThan(500);
        if (response.status < 400 || method === 'HEAD') return;
        // Some of these leave storage/v1, like `..` in any URL.
        const body = (await response.json()) as Record<string, unknown>;
        if ('statusCode' in body) expect(body['statusCode']).toMatch(/^4\d\d$/);
      }),
      { numRuns: 300 },
    );
  });

  test('causes no server error in deletes and lists either', async () => {
    const body = fc.oneof(
      fc.record(
        {
          prefixes: fc.array(fc.string({ unit: 'binary' })),
          prefix: fc.string({ unit: 'binary' }),
          search: fc.string({ unit: 'binary' }),
          limit: fc.oneof(fc.integer(), fc.double()),
          offset: fc.oneof(fc.integer(), fc.maxSafeInteger()),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    );
    await fc.assert(
      fc.asyncProperty(body, async (value) => {
        const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
        const list = await server.service('/storage/v1/object/list/pictures', { ...init, method: 'POST' });
        const removed = await server.service('/storage/v1/object/pictures', { ...init, method: 'DELETE' });
        expect([list.status, removed.status].every((status) => status < 500)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
