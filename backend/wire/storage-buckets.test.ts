import { afterAll, expect, test } from 'vitest';
import { anybody, as, call, must, newPerson, post, service, told } from './people.ts';
import { newBucket } from './pictures.ts';

const { storage } = service;
const unique = `wire-buckets-${Date.now()}`;
afterAll(async () => {
  for (const { id } of must(await storage.listBuckets({ search: unique }))) await storage.deleteBucket(id);
});

test('creates a bucket, and shows it with these keys', async () => {
  const id = `${unique}-a`;
  const options = { public: true, fileSizeLimit: '20KB', allowedMimeTypes: ['image/*', 'text/plain'] };
  expect((await storage.createBucket(id, options)).data).toEqual({ name: id });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as unknown;
  expect((await storage.getBucket(id)).data).toEqual({
    id,
    name: id,
    owner: '',
    public: true,
    file_size_limit: 20_000,
    allowed_mime_types: ['image/*', 'text/plain'],
    created_at: time,
    updated_at: time,
  });
  const again = await storage.createBucket(id);
  expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
});

test('updates what is given, and leaves the rest', async () => {
  const id = await newBucket({ public: false, fileSizeLimit: '1MB' });
  expect((await storage.updateBucket(id, { public: true })).data).toEqual({
    message: 'Successfully updated',
  });
  expect((await storage.getBucket(id)).data).toMatchObject({ public: true, file_size_limit: 1_000_000 });
});

test('lists by name, by page and by search', async () => {
  for (const letter of ['x', 'y', 'z']) must(await storage.createBucket(`${unique}-list-${letter}`));
  const found = must(
    await storage.listBuckets({
      search: `${unique}-list`,
      limit: 2,
      offset: 1,
      sortColumn: 'name',
      sortOrder: 'desc',
    }),
  );
  expect(found.map(({ id }) => id)).toEqual([`${unique}-list-y`, `${unique}-list-x`]);
  expect(must(await storage.listBuckets()).map(({ id }) => id)).toContain('pictures');
});

test('empties and deletes: only what is empty goes', async () => {
  const id = await newBucket();
  must(await storage.from(id).upload('a.txt', 'text'));
  expect((await storage.deleteBucket(id)).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  });
  expect(must(await storage.emptyBucket(id)).message).toEqual(expect.any(String));
  await expect.poll(async () => must(await storage.from(id).list())).toEqual([]);
  expect((await storage.deleteBucket(id)).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket(id)).error).toMatchObject({
    status: 400,
    statusCode: '404',
    message: 'Bucket not found',
  });
});

test.each([
  [{}, "body must have required property 'name'"],
  [{ name: 'a/b' }, 'Bucket name invalid'],
  [{ name: 'x'.repeat(101) }, expect.any(String)],
  [{ name: `${unique}-limit`, file_size_limit: 'much' }, expect.any(String)],
  [{ name: `${unique}-limit`, public: 7 }, expect.any(String)],
])('refuses the bucket %j', async (body, message) => {
  expect(await told(post('/storage/v1/bucket', body, as()))).toMatchObject({
    status: 400,
    body: { statusCode: '400', error: expect.any(String), message },
  });
});

test('an object that is too large, or of a type that is not taken', async () => {
  const id = await newBucket({ public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['text/*'] });
  const bucket = storage.from(id);
  const large = await bucket.upload('large.txt', 'x'.repeat(1001), { contentType: 'text/plain' });
  expect(large.error).toMatchObject({
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
  });
  const type = await bucket.upload('a.pdf', 'x', { contentType: 'application/pdf' });
  expect(type.error).toMatchObject({
    statusCode: '415',
    message: 'mime type application/pdf is not supported',
  });
  must(await bucket.upload('small.txt', 'x', { contentType: 'text/plain' }));
});

test('policies decide: nobody and a walker neither see nor make buckets', async () => {
  const id = await newBucket();
  const { client } = await newPerson();
  for (const { storage: own } of [anybody, client]) {
    expect((await own.createBucket(`${unique}-own`)).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    });
    expect((await own.getBucket(id)).error).toMatchObject({ statusCode: '404' });
    expect(must(await own.listBuckets()).map((each) => each.id)).not.toContain(id);
  }
});

test('a bad token is refused in the words of storage', async () => {
  const answer = await told(call('/storage/v1/bucket', { headers: { authorization: 'Bearer a.b' } }));
  expect(answer).toMatchObject({
    status: 400,
    body: { statusCode: '403', error: 'Unauthorized', message: expect.any(String) },
  });
});
