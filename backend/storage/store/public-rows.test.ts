import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
const path = '/storage/v1/object/public/pictures/face.jpg';
const client = () => storageClient(server, server.context.config.keys.secret);
const get = () => server.request(path);
const status = async () => (await get()).status;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await client().updateBucket('pictures', { public: true });
  await client()
    .from('pictures')
    .upload('face.jpg', file(await picture(40, 40)), { upsert: true });
  expect(await status()).toBe(200);
});

test('a photo that was served just now is gone with the response to its removal', async () => {
  await client().from('pictures').remove(['face.jpg']);
  expect(await status()).toBe(400);
});

test('a photo that was served just now is replaced with the response to its upload', async () => {
  const before = (await get()).headers.get('etag');
  await client()
    .from('pictures')
    .upload('face.jpg', file(await picture(60, 60)), { upsert: true });
  expect((await get()).headers.get('etag')).not.toBe(before);
});

test('a photo that was served just now has left its address when it is moved', async () => {
  await client().from('pictures').move('face.jpg', 'other.jpg');
  expect(await status()).toBe(400);
  await client().from('pictures').remove(['other.jpg']);
});

test('a bucket that becomes private shows nothing from then on', async () => {
  await client().updateBucket('pictures', { public: false });
  expect(await status()).toBe(400);
});

test('a row that SQL or another process deletes is noticed', async () => {
  await server.context.db.query(`delete from storage.objects where name = 'face.jpg'`);
  await expect.poll(status).toBe(400);
});

test('a bucket that SQL makes private is noticed', async () => {
  await server.context.db.query(`update storage.buckets set public = false where id = 'pictures'`);
  await expect.poll(status).toBe(400);
});

test('a row that was read while something changed is not kept', async () => {
  const reading = Array.from({ length: 20 }, status);
  await client().from('pictures').remove(['face.jpg']);
  await Promise.all(reading);
  expect(await status()).toBe(400);
});
