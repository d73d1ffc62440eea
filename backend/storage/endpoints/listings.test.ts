import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
const keys = ['B.txt', 'a.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt', 'b/1.txt', 'c d.txt'];
beforeAll(async () => {
  server = await startTestApp();
  await service().createBucket('shelf', { public: false });
  for (const key of keys) await shelf().upload(key, Buffer.from(key), { contentType: 'text/plain' });
});
afterAll(() => server[Symbol.asyncDispose]());

const service = () => storageClient(server, server.context.config.keys.secret);
const shelf = () => service().from('shelf');
type Options = NonNullable<Parameters<ReturnType<typeof shelf>['listV2']>[0]>;

/** All entries, page by page; folders end with a slash. */
async function walk(options: Options): Promise<readonly string[][]> {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const { data, error } = await shelf().listV2({ ...options, ...(cursor !== undefined && { cursor }) });
    expect(error).toBeNull();
    pages.push([...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name));
    expect(data?.hasNext).toBe(data?.nextCursor !== undefined);
    cursor = data?.nextCursor;
  } while (cursor !== undefined && pages.length < 20);
  return pages;
}

describe('list-v2', () => {
  test('shows every key, sorted by bytes', async () => {
    expect(await walk({})).toEqual([[...keys].sort()]);
    expect(await walk({ prefix: 'a/' })).toEqual([['a/1.txt', 'a/2.txt', 'a/deep/3.txt']]);
    expect(await walk({ prefix: 'a' })).toEqual([['a.txt', 'a/1.txt', 'a/2.txt', 'a/deep/3.txt']]);
    expect(await walk({ prefix: 'nothing' })).toEqual([[]]);
    expect(await walk({ prefix: '_%' })).toEqual([[]]);
  });

  test('shows deeper objects as folders with a delimiter', async () => {
    expect(await walk({ with_delimiter: true })).toEqual([['a/', 'b/', 'B.txt', 'a.txt', 'c d.txt']]);
    expect(await walk({ with_delimiter: true, prefix: 'a/' })).toEqual([['a/deep/', 'a/1.txt', 'a/2.txt']]);
  });

  test.each([1, 2, 3])('pages of %d show every entry once, in order', async (limit) => {
    for (const order of ['asc', 'desc'] as const)
      for (const column of ['name', 'created_at', 'updated_at'] as const) {
        const sortBy = { column, order };
        const flat = (await walk({ limit, sortBy })).flat();
        expect([...flat].sort()).toEqual([...keys].sort());
        expect(flat).toEqual((await walk({ sortBy })).flat());
        const folders = (await walk({ limit, sortBy, with_delimiter: true })).flat();
        expect([...folders].sort()).toEqual(['B.txt', 'a.txt', 'a/', 'b/', 'c d.txt']);
      }
    const down = (await walk({ limit, sortBy: { column: 'name', order: 'desc' } })).flat();
    expect(down).toEqual([...keys].sort().toReversed());
    const oldest = (await walk({ limit, sortBy: { column: 'created_at' } })).flat();
    expect(oldest).toEqual(keys);
  });

  test('shows the details of objects', async () => {
    const { data } = await shelf().listV2({ prefix: 'a/', with_delimiter: true, limit: 2 });
    expect(data).toMatchObject({ hasNext: true, folders: [], nextCursorKey: 'a/2.txt' });
    expect(data?.objects[0]).toEqual({
      key: '1.txt',
      name: 'a/1.txt',
      id: expect.any(String) as string,
      created_at: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      updated_at: expect.any(String) as string,
      last_accessed_at: expect.any(String) as string,
      metadata: expect.objectContaining({ size: 7, mimetype: 'text/plain' }) as object,
    });
    const rest = await shelf().listV2({ prefix: 'a/', with_delimiter: true, cursor: data?.nextCursor ?? '' });
    expect(rest.data).toMatchObject({ hasNext: false, folders: [{ key: 'deep', name: 'a/deep/' }] });
  });

  test('finds one exact key, and no former versions', async () => {
    expect(await walk({ prefix: 'a/1.txt', exactMatch: true })).toEqual([['a/1.txt']]);
    expect(await walk({ prefix: 'a/', exactMatch: true })).toEqual([[]]);
    expect(await walk({ noncurrentVersions: 'only' })).toEqual([[]]);
    expect(await walk({ noncurrentVersions: 'include', deleteMarkers: 'include', prefix: 'b/' })).toEqual([
      ['b/1.txt'],
    ]);
  });

  test('shows callers their own objects, and nothing of a missing bucket', async () => {
    const key = photoKey(server.as('diego').userId);
    const as = (name: 'diego' | 'elena') => storageClient(server, server.as(name).token).from('pictures');
    await as('diego').upload(key, file(await picture()));
    expect((await as('diego').listV2()).data?.objects.map(({ name }) => name)).toEqual([key]);
    expect((await as('elena').listV2({ with_delimiter: true })).data).toEqual({
      hasNext: false,
      folders: [],
      objects: [],
    });
    expect((await service().from('nowhere').listV2()).data?.objects).toEqual([]);
  });

  test.each([
    { cursor: 'nonsense' },
    { cursor: Buffer.from('[1,2]').toString('base64url') },
    { limit: 0 },
    { limit: 1.5 },
    { prefix: 1 },
    { with_delimiter: 'yes' },
    { sortBy: { column: 'id' } },
    { sortBy: {} },
  ])('rejects %j', async (body) => {
    const response = await server.service('/storage/v1/object/list-v2/shelf', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    expect(await response.json()).toMatchObject({ statusCode: '400', code: 'InvalidRequest' });
  });
});

test('list finds one exact key, and no former versions', async () => {
  const names = async (...args: Parameters<ReturnType<typeof shelf>['list']>) =>
    (await shelf().list(...args)).data?.map(({ name }) => name);
  expect(await names('a/1.txt', { exactMatch: true })).toEqual(['1.txt']);
  expect(await names('a', { exactMatch: true })).toEqual([]);
  expect(await names('c d.txt', { exactMatch: true })).toEqual(['c d.txt']);
  expect(await names('', { noncurrentVersions: 'only' })).toEqual([]);
  expect(await names('', { deleteMarkers: 'only' })).toEqual([]);
});
