import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
let whole: Buffer;
const path = '/storage/v1/object/public/pictures/photo.jpg';
const largePath = '/storage/v1/object/public/documents/large.bin';

/** Too large for the cache, so it is streamed from disk. */
const large = Buffer.alloc(600_000, 'transfer');

beforeAll(async () => {
  server = await startTestApp();
  const storage = storageClient(server, server.context.config.keys.secret);
  await storage.from('pictures').upload('photo.jpg', file(await picture(200, 200)));
  await storage.createBucket('documents', { public: true });
  await storage.from('documents').upload('large.bin', large, { contentType: 'application/octet-stream' });
  whole = Buffer.from(await (await server.request(path)).arrayBuffer());
});
afterAll(() => server[Symbol.asyncDispose]());

test('F8 headers declare the type and forbid scripts', async () => {
  const { status, headers } = await server.request(path);
  expect(status).toBe(200);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-length': String(whole.length),
    'cache-control': 'max-age=3600',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  });
  expect(headers.get('etag')).toMatch(/^"[0-9a-f]{32}"$/);
  expect(Date.parse(headers.get('last-modified') ?? '')).not.toBeNaN();
  expect(headers.get('content-disposition')).toBeNull();
});

test('HEAD has the same headers and no body', async () => {
  const head = await server.request(path, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe(String(whole.length));
  expect((await head.arrayBuffer()).byteLength).toBe(0);
});

test('many requests at once each get their own object, or their own refusal', async () => {
  const storage = storageClient(server, server.context.config.keys.secret);
  const names = Array.from({ length: 20 }, (_, index) => `gallery/${index}.txt`);
  for (const name of names) await storage.from('documents').upload(name, name, { contentType: 'text/plain' });
  await storage.createBucket('secrets', { public: false });
  await storage.from('secrets').upload('plan.txt', 'secret', { contentType: 'text/plain' });

  const get = async (address: string) => {
    const response = await server.request(`/storage/v1/object/public/${address}`);
    return [response.status, response.ok ? await response.text() : ''];
  };
  const answers = await Promise.all([
    ...names.map((name) => get(`documents/${name}`)),
    ...['secrets/plan.txt', 'documents/none.txt', 'nowhere/none.txt', '%00/none.txt'].map(get),
  ]);
  expect(answers.slice(0, names.length)).toEqual(names.map((name) => [200, name]));
  expect(answers.slice(names.length)).toEqual(Array.from({ length: 4 }, () => [400, '']));
});

describe('ranges', () => {
  const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());
  const cases = [
    ['bytes=0-9', 0, 10],
    ['bytes=100-', 100, undefined],
    ['bytes=-5', -5, undefined],
    ['bytes=5-9999999', 5, undefined],
  ] as const;

  test.each(cases)('%s of a small file', async (range, start, end) => {
    const response = await server.request(path, { headers: { range } });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toMatch(new RegExp(`^bytes \\d+-\\d+/${whole.length}$`));
    expect((await bytesOf(response)).equals(whole.subarray(start, end))).toBe(true);
  });

  test.each(cases)('%s of a large file', async (range, start, end) => {
    const response = await server.request(largePath, { headers: { range } });
    const bytes = await bytesOf(response);
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(bytes.equals(large.subarray(start, end))).toBe(true);
  });

  test('a large file as a whole', async () => {
    expect((await bytesOf(await server.request(largePath))).equals(large)).toBe(true);
  });

  test.each(['bytes=9999999-', 'bytes=9-5', 'bytes=-0'])('rejects the range %s', async (range) => {
    const response = await server.request(path, { headers: { range } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRange' });
  });

  test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b', 'bytes=-'])(
    'serves the whole object for %s',
    async (range) => {
      expect((await server.request(path, { headers: { range } })).status).toBe(200);
    },
  );

  test('serves the whole object for a range of another version', async () => {
    const headers = { range: 'bytes=0-9', 'if-range': '"other"' };
    expect((await server.request(path, { headers })).status).toBe(200);
  });
});

describe('an unchanged object gets 304', () => {
  test('by its tag', async () => {
    const etag = (await server.request(path)).headers.get('etag') ?? '';
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await server.request(path, { headers: { 'if-none-match': tags } });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
    }
    const other = await server.request(path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  test('by its time', async () => {
    const modified = (await server.request(path)).headers.get('last-modified') ?? '';
    const status = async (since: string) =>
      (await server.request(path, { headers: { 'if-modified-since': since } })).status;
    expect(await status(modified)).toBe(304);
    expect(await status(new Date(Date.parse(modified) - 1000).toUTCString())).toBe(200);
    expect(await status('nonsense')).toBe(200);
  });
});

test.each([
  ['?download', 'attachment'],
  ['?download=foto.jpg', `attachment; filename="foto.jpg"; filename*=UTF-8''foto.jpg`],
  [
    `?download=${encodeURIComponent('ñ"\r\nX: y.jpg')}`,
    `attachment; filename="____X: y.jpg"; filename*=UTF-8''%C3%B1%22%0D%0AX%3A%20y.jpg`,
  ],
])('F8 %s is saved, not shown', async (query, disposition) => {
  const response = await server.request(path + query);
  expect(response.headers.get('content-disposition')).toBe(disposition);
});

test('caches keep a copy for a day at most', async () => {
  const storage = storageClient(server, server.context.config.keys.secret).from('pictures');
  await storage.upload('long.jpg', file(await picture()), { cacheControl: '31536000' });
  const { headers } = await server.request('/storage/v1/object/public/pictures/long.jpg');
  expect(headers.get('cache-control')).toBe('max-age=86400');
});

test('a replacement is visible at once, a deleted picture disappears at once', async () => {
  const storage = storageClient(server, server.context.config.keys.secret).from('pictures');
  const address = '/storage/v1/object/public/pictures/changing.jpg';
  await storage.upload('changing.jpg', file(await picture(10, 10)));
  const first = (await server.request(address)).headers.get('etag');
  await storage.update('changing.jpg', file(await picture(20, 20)));
  const second = await server.request(address);
  expect(second.status).toBe(200);
  expect(second.headers.get('etag')).not.toBe(first);
  await storage.remove(['changing.jpg']);
  const gone = await server.request(address);
  expect(gone.headers.get('cache-control')).toBe('no-store');
  expect(await gone.json()).toEqual({
    statusCode: '404',
    error: 'not_found',
    message: 'Object not found',
    code: 'NoSuchKey',
  });
});

test('keeps the uploader’s metadata', async () => {
  const storage = storageClient(server, server.context.config.keys.secret).from('documents');
  const metadata = { source: 'scanner', pages: 3 };
  await storage.upload('raw.txt', Buffer.from('text'), { contentType: 'text/plain', metadata });
  await storage.upload('form.txt', new Blob(['text'], { type: 'text/plain' }), { metadata });
  for (const key of ['raw.txt', 'form.txt'])
    expect((await storage.info(key)).data).toMatchObject({ metadata, size: 4, contentType: 'text/plain' });
});

test('unknown routes get the wire’s error', async () => {
  for (const unknown of ['/nothing', '/object', '/render/image/public/pictures/a.jpg', '/upload/resumable']) {
    const response = await server.request(`/storage/v1${unknown}`, { method: 'POST', body: '{}' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ statusCode: '404' });
  }
});

test('reports its health', async () => {
  expect((await server.request('/storage/v1/status')).status).toBe(200);
  expect(await (await server.request('/storage/v1/health')).json()).toEqual({ healthy: true });
});
