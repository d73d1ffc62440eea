import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { storageClient } from '../../testing/storage.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await service().createBucket('papers', { public: true });
});
afterAll(() => server[Symbol.asyncDispose]());

const service = () => storageClient(server, server.context.config.keys.secret);
const papers = () => service().from('papers');
const missing = { statusCode: '404', message: 'Object not found' };

describe('buckets that allow more than images', () => {
  const bodies = {
    text: [Buffer.from('línea\n'), 'text/plain;charset=UTF-8'],
    html: [Buffer.from('<script>alert(1)</script>'), 'text/html'],
    'half a picture': [Buffer.from('\xff\xd8\xff', 'latin1'), 'image/jpeg'],
    nothing: [Buffer.alloc(0), 'application/octet-stream'],
  } as const;
  test.each(Object.keys(bodies) as (keyof typeof bodies)[])('keep %s as it is', async (name) => {
    const [bytes, contentType] = bodies[name];
    const key = randomUUID();
    await papers().upload(key, bytes, { contentType });
    const response = await server.request(`/storage/v1/object/public/papers/${key}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
  });
});

describe('an upload keeps', () => {
  const url = '/storage/v1/object/papers/';
  const infoOf = async (key: string) => (await papers().info(key)).data;

  test.each([
    [{ 'cache-control': 'no-store' }, 'no-store'],
    [{}, 'no-cache'],
  ])('raw, with the headers %j, the cache control %s', async (headers, cacheControl) => {
    const key = randomUUID();
    await server.service(url + key, { method: 'POST', headers, body: new Uint8Array([1]) });
    expect(await infoOf(key)).toMatchObject({ cacheControl, contentType: 'application/octet-stream' });
  });

  test('the details of a form', async () => {
    const key = randomUUID();
    const form = new FormData();
    form.set('cacheControl', '60');
    form.set('metadata', '{"a":1}');
    form.set('', new Blob(['x'], { type: 'text/plain' }));
    expect((await papers().upload(key, form)).error).toBeNull();
    expect(await infoOf(key)).toMatchObject({ cacheControl: 'max-age=60', metadata: { a: 1 } });
  });

  test('nothing of the object that it replaces', async () => {
    const key = randomUUID();
    await papers().upload(key, Buffer.from('1'), { metadata: { a: 1 }, cacheControl: '1' });
    const first = await infoOf(key);
    await papers().update(key, Buffer.from('two'), { contentType: 'text/csv' });
    const second = await infoOf(key);
    expect(second).toMatchObject({ id: first?.id, size: 3, contentType: 'text/csv', metadata: {} });
    expect(second?.version).not.toBe(first?.version);
  });

  test.each(['raw', 'multipart'])('the content encoding, %s', async (way) => {
    const key = randomUUID();
    const bytes = gzipSync('hello');
    const body = way === 'raw' ? bytes : new Blob([bytes], { type: 'text/plain' });
    const options = { contentType: 'text/plain', contentEncoding: 'gzip' };
    expect((await papers().upload(key, body, options)).error).toBeNull();
    expect(await infoOf(key)).toMatchObject({ contentEncoding: 'gzip', size: bytes.length });
    const response = await server.request(`/storage/v1/object/public/papers/${key}`);
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  test.each(['not json', '[]', '"text"', '{"a":"\\u0000"}', '{"a":"\\ud800"}'])(
    'rejects the metadata %s',
    async (text) => {
      const headers = { 'x-metadata': Buffer.from(text).toString('base64') };
      const answer = await server.service(url + randomUUID(), { method: 'POST', headers, body: 'x' });
      expect(await answer.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
    },
  );
});

describe('info', () => {
  test('has the wire format on all three routes', async () => {
    await papers().upload('info.txt', Buffer.from('x'), { contentType: 'text/plain' });
    const base = '/storage/v1/object/info/';
    const open = await server.request(`${base}public/papers/info.txt`);
    const body = (await open.json()) as Record<string, unknown>;
    expect(Object.keys(body).sort()).toEqual(
      [
        'bucket_id',
        'cache_control',
        'content_encoding',
        'content_type',
        'created_at',
        'etag',
        'id',
        'last_modified',
        'metadata',
        'name',
        'size',
        'version',
      ].sort(),
    );
    for (const path of ['papers/info.txt', 'authenticated/papers/info.txt']) {
      expect(await (await server.service(base + path)).json()).toEqual(body);
      expect(await (await server.request(base + path)).json()).toMatchObject({ code: 'NoSuchKey' });
    }
    const hidden = await server.request(`${base}public/nowhere/info.txt`);
    expect(await hidden.json()).toMatchObject({ code: 'NoSuchBucket' });
  });

  test('shows whether an object exists', async () => {
    expect((await papers().exists('info.txt')).data).toBe(true);
    expect((await papers().exists('nothing.txt')).data).toBe(false);
    const head = async (key: string) =>
      (await server.service(`/storage/v1/object/papers/${key}`, { method: 'HEAD' })).status;
    expect([await head('info.txt'), await head('nothing.txt')]).toEqual([200, 400]);
  });
});

test('?versionId finds the current version only', async () => {
  const key = randomUUID();
  await papers().upload(key, Buffer.from('x'));
  const versionId = (await papers().info(key)).data?.version ?? '';
  expect((await papers().info(key, { versionId })).error).toBeNull();
  expect((await papers().download(key, { versionId })).error).toBeNull();
  const former = randomUUID();
  expect((await papers().info(key, { versionId: former })).error).toMatchObject(missing);
  expect((await papers().download(key, { versionId: former })).error).toMatchObject(missing);
  expect((await papers().remove([{ path: key, versionId: former }])).data).toEqual([]);
  expect((await papers().remove([{ path: key, versionId }])).data?.[0]).toMatchObject({ name: key });
});

test('optional features of a hosted project are rejected with its error', async () => {
  const absent = { statusCode: '409', code: 'FeatureNotEnabled' };
  const storage = service();
  expect((await papers().purgeCache('info.txt')).error).toMatchObject(absent);
  expect((await storage.purgeBucketCache('papers')).error).toMatchObject(absent);
  expect((await storage.getBucketLifecycle('papers')).error).toMatchObject(absent);
  const analytics = await storage.createBucket('facts', { public: false, type: 'ANALYTICS' });
  expect(analytics.error).toMatchObject(absent);
  const versions = { public: true, versioningStatus: 'ENABLED' } as const;
  expect((await storage.updateBucket('papers', versions)).error).toMatchObject(absent);
  expect((await storage.createBucket('standard', { public: false, type: 'STANDARD' })).error).toBeNull();
});

test('a row without a version, as from a seed, can be listed, described and deleted, but not read', async () => {
  const { db } = server.context;
  await db.query(`insert into storage.objects (bucket_id, name) values ('papers', 'seeded/a.txt')`);
  expect((await papers().list('seeded')).data).toMatchObject([{ name: 'a.txt' }]);
  expect((await papers().info('seeded/a.txt')).data).toMatchObject({ name: 'seeded/a.txt' });
  expect((await papers().download('seeded/a.txt')).error).toBeInstanceOf(Error);
  expect((await papers().move('seeded/a.txt', 'seeded/b.txt')).error).toBeNull();
  expect((await papers().upload('seeded/b.txt', 'now with bytes', { upsert: true })).error).toBeNull();
  expect(await (await papers().download('seeded/b.txt')).data?.text()).toBe('now with bytes');
  await db.query(`insert into storage.objects (bucket_id, name) values ('papers', 'seeded/c.txt')`);
  expect((await papers().remove(['seeded/c.txt'])).data).toMatchObject([{ name: 'seeded/c.txt' }]);
});
