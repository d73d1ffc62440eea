import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { blobKey } from '../../object-store/object-store.ts';
import { listKeys, startS3, type TestS3 } from '../../testing/object-store.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, picture, storageClient } from '../../testing/storage.ts';
import { sweepFiles } from './sweep.ts';

let s3: TestS3;
let server: TestApp;
beforeAll(async () => {
  s3 = await startS3('tests/', 3);
  server = await startTestApp({ environment: s3.environment });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});

const photos = () => storageClient(server, server.context.config.keys.secret).from('pictures');
const read = (key: string): Promise<Response> => server.request(`/storage/v1/object/public/pictures/${key}`);
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function upload(key: string): Promise<Response> {
  return server.service(`/storage/v1/object/pictures/${key}`, {
    method: 'POST',
    headers: { 'content-type': 'image/jpeg' },
    body: new Uint8Array(await picture()),
  });
}

test.each(['broken', 'silent'] as const)(
  'while the way to the store is %s, reads from the cache go on and the rest is told to come back',
  async (way) => {
    const [cached, uncached, refused] = [randomUUID(), randomUUID(), randomUUID()];
    for (const key of [cached, uncached]) expect((await upload(key)).status).toBe(200);
    const before = await bytesOf(await read(cached));
    s3.setWay(way);
    try {
      const fromCache = await read(cached);
      expect(fromCache.status).toBe(200);
      expect(await bytesOf(fromCache)).toEqual(before);
      for (const response of await Promise.all([read(uncached), upload(refused)])) {
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await response.json()).toEqual({
          statusCode: '503',
          error: 'StoreUnavailable',
          message: 'The store of the files does not respond. Please try again in a moment.',
          code: 'StoreUnavailable',
        });
      }
      expect((await photos().exists(refused)).data).toBe(false);
    } finally {
      s3.setWay('open');
    }
    expect((await read(uncached)).status).toBe(200);
    expect((await upload(refused)).status).toBe(200);
  },
);

test('an object that is deleted while the store is away is gone at once, and its bytes with the next sweep', async () => {
  const key = randomUUID();
  await upload(key);
  const keys = await listKeys(server.context.objects);
  s3.setWay('silent');
  expect((await photos().remove([key])).error).toBeNull();
  expect((await read(key)).status).toBe(400);
  s3.setWay('open');
  expect(await listKeys(server.context.objects)).toEqual(keys);
  await s3.makeOld(keys);
  await sweepFiles(server.context);
  const rows = await server.context.db.query<{ version: string }>('select version from storage.objects');
  expect(await listKeys(server.context.objects)).toEqual(rows.map(({ version }) => blobKey(version)).sort());
});

test('an upload whose acknowledgement is lost is no object, and the sweep removes its bytes', async () => {
  const [key, before] = [randomUUID(), await listKeys(server.context.objects)];
  s3.setWay('deaf');
  expect((await upload(key)).status).toBe(503);
  s3.setWay('open');
  expect((await photos().exists(key)).data).toBe(false);
  await expect.poll(async () => (await listKeys(server.context.objects)).length).toBe(before.length + 1);
  await s3.makeOld(await listKeys(server.context.objects));
  await sweepFiles(server.context);
  expect(await listKeys(server.context.objects)).toEqual(before);
  expect((await upload(key)).status).toBe(200);
});

test('sends ranges and large files as they arrive from the store', async () => {
  const key = randomUUID();
  const bytes = Uint8Array.from({ length: 3_000_000 }, (_, at) => at % 251);
  const { secret } = server.context.config.keys;
  const storage = storageClient(server, secret);
  await storage.createBucket('papers', { public: true });
  const sent = await storage.from('papers').upload(key, file(Buffer.from(bytes), 'application/octet-stream'));
  expect(sent.error).toBeNull();
  const get = (range?: string) =>
    server.request(`/storage/v1/object/public/papers/${key}`, { headers: range ? { range } : {} });
  expect(await bytesOf(await get())).toEqual(bytes);
  const part = await get('bytes=1000000-1999999');
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe('bytes 1000000-1999999/3000000');
  expect(await bytesOf(part)).toEqual(bytes.subarray(1_000_000, 2_000_000));
});

test('the server starts while the store is away, and uses it as soon as it is back', async () => {
  await using other = await startS3();
  other.setWay('broken');
  await using late = await startTestApp({ environment: other.environment });
  const client = storageClient(late, late.context.config.keys.secret).from('pictures');
  expect((await client.upload('a', file(await picture()))).error).toMatchObject({ status: 503 });
  other.setWay('open');
  await expect.poll(async () => (await client.upload('a', file(await picture()))).error).toBeNull();
  await sweepFiles(late.context);
  expect(await listKeys(late.context.objects, 'installations/')).toHaveLength(1);
});
