import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { storageClient } from '../../testing/storage.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

const service = () => storageClient(server, server.context.config.keys.secret);

test('creates, changes, empties and deletes a bucket', async () => {
  const storage = service();
  expect((await storage.createBucket('papers', { public: false })).data).toEqual({ name: 'papers' });
  expect((await storage.createBucket('papers', { public: false })).error).toMatchObject({
    statusCode: '409',
    message: 'The resource already exists',
  });

  const { data: bucket } = await storage.getBucket('papers');
  expect(Object.keys(bucket ?? {}).sort()).toEqual(
    [
      'allowed_mime_types',
      'created_at',
      'file_size_limit',
      'id',
      'name',
      'owner',
      'public',
      'updated_at',
    ].sort(),
  );
  expect(bucket).toMatchObject({ owner: '', public: false, file_size_limit: null });
  expect(bucket?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

  const changed = await storage.updateBucket('papers', {
    public: true,
    fileSizeLimit: '2mb',
    allowedMimeTypes: ['text/*'],
  });
  expect(changed.data).toEqual({ message: 'Successfully updated' });
  expect((await storage.getBucket('papers')).data).toMatchObject({
    public: true,
    file_size_limit: 2_000_000,
    allowed_mime_types: ['text/*'],
  });

  const papers = storage.from('papers');
  expect((await papers.upload('a/b.txt', Buffer.from('x'), { contentType: 'text/plain' })).error).toBeNull();
  const picture = await papers.upload('c.png', Buffer.from('x'), { contentType: 'image/png' });
  expect(picture.error).toMatchObject({ statusCode: '415' });
  expect((await storage.deleteBucket('papers')).error).toMatchObject({ statusCode: '409' });
  expect((await storage.emptyBucket('papers')).error).toBeNull();
  expect((await storage.deleteBucket('papers')).data).toEqual({ message: 'Successfully deleted' });
  expect((await storage.getBucket('papers')).error).toMatchObject({ statusCode: '404' });
});

test('an update keeps absent settings', async () => {
  const storage = service();
  await storage.createBucket('kept', { public: true, fileSizeLimit: 1000 });
  await server.service('/storage/v1/bucket/kept', { method: 'PUT', body: '{"public":false}' });
  expect((await storage.getBucket('kept')).data).toMatchObject({ public: false, file_size_limit: 1000 });
});

test.each([
  [{ name: 'a/b' }, 'InvalidBucketName'],
  [{ name: '' }, 'InvalidBucketName'],
  [{ name: 'x'.repeat(101) }, 'InvalidBucketName'],
  [{}, 'InvalidRequest'],
  [{ name: 'a', file_size_limit: 'much' }, 'InvalidRequest'],
  [{ name: 'a', file_size_limit: '1TB' }, 'InvalidRequest'],
  [{ name: 'a', file_size_limit: '1GB' }, 'EntityTooLarge'],
  [{ name: 'a', public: 'yes' }, 'InvalidRequest'],
  [[], 'InvalidRequest'],
])('a bucket from %j is refused', async (body, code) => {
  const response = await server.service('/storage/v1/bucket', { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
});

test('only the secret key sees and creates buckets', async () => {
  for (const token of [undefined, server.as('diego').token, server.as('carla').token]) {
    const storage = storageClient(server, token);
    expect((await storage.listBuckets()).data).toEqual([]);
    expect((await storage.createBucket('mine', { public: true })).error).toMatchObject({ statusCode: '403' });
    expect((await storage.emptyBucket('pictures')).error).toMatchObject({ statusCode: '404' });
    expect((await storage.deleteBucket('pictures')).error).toMatchObject({ statusCode: '404' });
    const made = await storage.updateBucket('pictures', { public: false });
    expect(made.error).toMatchObject({ statusCode: '404' });
  }
  expect((await service().listBuckets()).data).toContainEqual(
    expect.objectContaining({ id: 'pictures', public: true, type: 'STANDARD' }),
  );
});

describe('a list', () => {
  beforeAll(async () => {
    await service().createBucket('shelf', { public: false });
    for (const key of [
      'b.txt',
      'a.txt',
      'docs/one.txt',
      'docs/two.txt',
      'docs/deep/x.txt',
      'C.txt',
      'd%.txt',
    ])
      await service()
        .from('shelf')
        .upload(key.replace('%', '_'), Buffer.from(key), { contentType: 'text/plain' });
  });

  async function names(folder?: string, options?: Parameters<ReturnType<typeof listing>>[1]) {
    const { data } = await listing()(folder, options);
    return data?.map(({ name }) => name);
  }
  const listing = () => {
    const shelf = service().from('shelf');
    return shelf.list.bind(shelf);
  };

  test('shows one level, folders before files', async () => {
    expect(await names()).toEqual(['docs', 'a.txt', 'b.txt', 'C.txt', 'd_.txt']);
    expect(await names('docs')).toEqual(['deep', 'one.txt', 'two.txt']);
    expect(await names('docs/')).toEqual(['deep', 'one.txt', 'two.txt']);
    expect(await names('doc')).toEqual([]);
  });

  test('shows the details of files, none of folders', async () => {
    const { data } = await listing()();
    expect(data?.[0]).toEqual({
      name: 'docs',
      id: null,
      updated_at: null,
      created_at: null,
      last_accessed_at: null,
      metadata: null,
    });
    expect(data?.[1]?.metadata).toMatchObject({ size: 5, mimetype: 'text/plain', httpStatusCode: 200 });
  });

  test('sorts, searches and pages', async () => {
    expect(await names('docs', { sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'deep',
      'two.txt',
      'one.txt',
    ]);
    expect(await names('', { sortBy: { column: 'created_at', order: 'desc' } })).toEqual([
      'docs',
      'd_.txt',
      'C.txt',
      'a.txt',
      'b.txt',
    ]);
    expect(await names('', { search: 'c' })).toEqual(['C.txt']);
    expect(await names('docs', { limit: 1, offset: 1 })).toEqual(['one.txt']);
    expect(await names('', { search: '_' })).toEqual([]);
  });

  test('rejects unknown sort columns', async () => {
    const sortBy = { column: 'name; drop table storage.objects', order: 'asc' };
    const { error } = await listing()('', { sortBy });
    expect(error).toMatchObject({ statusCode: '400' });
  });
});

test('uploads into a bucket with the name of an endpoint are recorded like all others', async () => {
  await service().createBucket('list');
  await service().from('list').upload('folder/a.txt', Buffer.from('a'), { contentType: 'text/plain' });
  const recorded = () =>
    server.context.db.query<{ target: string }>(
      `select payload -> 'traits' ->> 'target' as target from auth.audit_log_entries
       where payload ->> 'action' = 'resource_modified'`,
    );
  await expect.poll(recorded).toContainEqual({ target: 'POST /storage/v1/object/list/folder/a.txt' });
});
