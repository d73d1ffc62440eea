import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

async function sendJson(method: string, path: string, body: string): Promise<Record<string, unknown>> {
  const response = await server.request(`/storage/v1${path}`, { method, body });
  return (await response.json()) as Record<string, unknown>;
}

test.each([50_000, 1_000_000])(
  'V1, V7: rejects a prefix of %d slashes before parsing it',
  async (slashes) => {
    const refused = await sendJson('POST', '/object/list/pictures', `{"prefix":"${'/'.repeat(slashes)}x"}`);
    expect(['InvalidRequest', 'EntityTooLarge']).toContain(refused['code']);
  },
);

test('V1: ignores trailing slashes of a prefix', async () => {
  const shown = await sendJson(
    'POST',
    '/object/list/pictures',
    JSON.stringify({ prefix: `x${'/'.repeat(1000)}` }),
  );
  expect(shown).toEqual([]);
});

const long = 'x'.repeat(1025);
const tooLong: readonly (readonly [method: string, path: string, body: object])[] = [
  ['POST', '/object/list/pictures', { prefix: long }],
  ['POST', '/object/list/pictures', { search: long }],
  ['POST', '/object/list/pictures', { sortBy: { column: long } }],
  ['POST', '/object/list-v2/pictures', { prefix: long }],
  ['POST', '/object/list-v2/pictures', { cursor: 'x'.repeat(4097) }],
  ['DELETE', '/object/pictures', { prefixes: [long] }],
  ['DELETE', '/object/pictures', { prefixes: [{ path: 'a', versionId: long }] }],
  ['DELETE', '/object/pictures', { prefixes: Array(1001).fill('a') }],
  ['POST', '/object/sign/pictures', { expiresIn: 60, paths: [long] }],
  ['POST', '/object/sign/pictures', { expiresIn: 60, paths: Array(1001).fill('a') }],
  ['POST', '/object/sign/pictures/a', { expiresIn: 60, transform: { width: 1e12 } }],
  ['POST', '/object/move', { bucketId: 'pictures', sourceKey: long, destinationKey: 'a' }],
  ['POST', '/object/move', { bucketId: long, sourceKey: 'a', destinationKey: 'b' }],
  ['POST', '/object/copy', { bucketId: 'pictures', sourceKey: 'a', destinationKey: long }],
  [
    'POST',
    '/object/copy',
    { bucketId: 'pictures', sourceKey: 'a', destinationKey: 'b', metadata: { cacheControl: long } },
  ],
  ['POST', '/bucket', { name: long }],
  ['POST', '/bucket', { name: 'a', allowed_mime_types: Array(101).fill('image/*') }],
  ['POST', '/bucket', { name: 'a', allowed_mime_types: [long] }],
  ['POST', '/bucket', { name: 'a', file_size_limit: long }],
];

test.each(tooLong)('V1: %s %s rejects a value beyond its limit: %#', async (method, path, body) => {
  expect(await sendJson(method, path, JSON.stringify(body))).toMatchObject({ code: 'InvalidRequest' });
});

describe('rejects a body of many small values before parsing it', () => {
  test.each([
    ['numbers', `{"prefixes":[${'1,'.repeat(100_000)}1]}`],
    ['objects', `{"prefixes":[${'{},'.repeat(80_000)}{}]}`],
    ['nested lists', `{"prefixes":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['deep lists', `{"prefixes":${'['.repeat(20)}${']'.repeat(20)}}`],
  ])('V7: %s', async (_name, body) => {
    const refused = await sendJson('DELETE', '/object/pictures', body);
    expect(refused).toMatchObject({ code: 'InvalidRequest', message: 'body has too many values' });
  });

  test('V7: accepts a thousand keys of commas, brackets and quotes', async () => {
    const prefixes = Array.from({ length: 1000 }, (_, index) => `,[{"\\${'[,{'.repeat(70)}${index}`);
    expect(await sendJson('DELETE', '/object/pictures', JSON.stringify({ prefixes }))).toEqual([]);
  });
});

describe('an upload', () => {
  async function upload(contentType: string, body: string, headers: Record<string, string> = {}) {
    const key = photoKey(server.as('diego').userId);
    const response = await server.as('diego').request(`/storage/v1/object/pictures/${key}`, {
      method: 'POST',
      headers: { 'content-type': contentType, ...headers },
      body,
    });
    return (await response.json()) as Record<string, unknown>;
  }

  test('V7: with 80,000 parts is rejected', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
    const refused = await upload('multipart/form-data; boundary=x', `${part.repeat(80_000)}--x--\r\n`);
    expect(refused).toMatchObject({ message: 'body is not valid multipart/form-data' });
  });

  test('V7: with a part header of a megabyte is rejected', async () => {
    const body = `--x\r\nContent-Disposition: form-data; name="${'a'.repeat(1_000_000)}"\r\n\r\n\r\n--x--\r\n`;
    const refused = await upload('multipart/form-data; boundary=x', body);
    expect(refused).toMatchObject({ message: 'body is not valid multipart/form-data' });
  });

  test('with more than 8 KiB of metadata is rejected', async () => {
    const metadata = { note: 'x'.repeat(9000) };
    const photos = storageClient(server, server.as('diego').token).from('pictures');
    const key = photoKey(server.as('diego').userId);
    const { error } = await photos.upload(key, file(await picture()), { metadata });
    expect(error).toMatchObject({ statusCode: '400', message: 'metadata must be at most 8192 bytes' });
    const header = Buffer.from(JSON.stringify(metadata)).toString('base64');
    expect(await upload('image/jpeg', 'x', { 'x-metadata': header })).toMatchObject({
      message: 'metadata must be at most 8192 bytes',
    });
  });
});

test('V1: signs an object once, even if the list names it a thousand times', async () => {
  const key = photoKey(server.as('diego').userId);
  const photos = storageClient(server, server.as('diego').token).from('pictures');
  expect((await photos.upload(key, file(await picture()))).error).toBeNull();
  const { data } = await photos.createSignedUrls(Array<string>(1000).fill(key), 60);
  expect(data).toHaveLength(1000);
  expect(new Set(data?.map(({ signedUrl }) => signedUrl)).size).toBe(1);
});
