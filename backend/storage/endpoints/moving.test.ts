import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listKeys } from '../../testing/object-store.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await service().createBucket('papers', { public: true });
  await service().createBucket('small', { public: true, fileSizeLimit: 5, allowedMimeTypes: ['text/*'] });
});
afterAll(() => server[Symbol.asyncDispose]());

type Name = 'diego' | 'elena' | 'carla';
const service = () => storageClient(server, server.context.config.keys.secret);
const photos = (name: Name) => storageClient(server, server.as(name).token).from('pictures');
const papers = () => service().from('papers');
const newKey = (owner: Name) => photoKey(server.as(owner).userId, `${randomUUID()}.jpg`);

const metadata = { source: 'scanner' };

async function paper(text: string): Promise<string> {
  const key = `${randomUUID()}.txt`;
  const { error } = await papers().upload(key, Buffer.from(text), { contentType: 'text/plain', metadata });
  expect(error).toBeNull();
  return key;
}

async function textOf(key: string): Promise<string | undefined> {
  return (await papers().download(key)).data?.text();
}

async function photo(owner: Name): Promise<string> {
  const key = newKey(owner);
  expect((await photos(owner).upload(key, file(await picture()))).error).toBeNull();
  return key;
}

const missing = { status: 400, statusCode: '404', message: 'Object not found' };
const duplicate = { statusCode: '409', message: 'The resource already exists' };
const denied = { statusCode: '403', message: 'new row violates row-level security policy' };

describe('moving', () => {
  test('renames the object and keeps everything else', async () => {
    const [from, to] = [await paper('moved'), `deep/${randomUUID()}.txt`];
    const { data: before } = await papers().info(from);
    expect((await papers().move(from, to)).data).toEqual({ message: 'Successfully moved' });
    expect(await textOf(to)).toBe('moved');
    expect((await papers().download(from)).error).not.toBeNull();
    const { data: after } = await papers().info(to);
    expect(after).toMatchObject({ id: before?.id, etag: before?.etag, metadata, contentType: 'text/plain' });
  });

  test('fails for a taken name, a missing object and a missing bucket', async () => {
    const [one, two] = [await paper('one'), await paper('two')];
    expect((await papers().move(one, two)).error).toMatchObject(duplicate);
    expect((await papers().move('nothing.txt', 'x.txt')).error).toMatchObject(missing);
    const elsewhere = await papers().move(one, one, { destinationBucket: 'nowhere' });
    expect(elsewhere.error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
    expect((await papers().move(one, 'a//b')).error).toMatchObject({ statusCode: '400' });
    expect([await textOf(one), await textOf(two)]).toEqual(['one', 'two']);
  });

  test('to the same name changes nothing', async () => {
    const key = await paper('stays');
    expect((await papers().move(key, key)).error).toBeNull();
    expect(await textOf(key)).toBe('stays');
  });

  test('F1 needs the right to change: walkers have none, administrators do', async () => {
    const key = await photo('diego');
    const to = newKey('diego');
    expect((await photos('diego').move(key, to)).error).toMatchObject(missing);
    expect((await photos('elena').move(key, newKey('elena'))).error).toMatchObject(missing);
    expect((await photos('carla').move(key, to, { destinationBucket: 'papers' })).error).toMatchObject(
      denied,
    );
    expect((await photos('carla').move(key, to)).error).toBeNull();
    expect((await photos('carla').exists(to)).data).toBe(true);
  });

  test('moves only the requested version', async () => {
    const key = await paper('versioned');
    const { data } = await papers().info(key);
    const other = await papers().move(key, 'other.txt', { sourceVersionId: randomUUID() });
    expect(other.error).toMatchObject(missing);
    const same = await papers().move(key, `${key}.2`, { sourceVersionId: data?.version ?? '' });
    expect(same.error).toBeNull();
  });
});

describe('copying', () => {
  test('returns the path of the copy, and keeps the source', async () => {
    const [from, to] = [await paper('twice'), `${randomUUID()}.txt`];
    expect((await papers().copy(from, to)).data).toEqual({ path: `papers/${to}` });
    expect([await textOf(from), await textOf(to)]).toEqual(['twice', 'twice']);
    const [one, two] = [(await papers().info(from)).data, (await papers().info(to)).data];
    expect(two).toMatchObject({ metadata, etag: one?.etag, cacheControl: one?.cacheControl });
    expect(two?.id).not.toBe(one?.id);
    await papers().remove([from]);
    expect(await textOf(to)).toBe('twice');
  });

  test('returns the new row', async () => {
    const body = { bucketId: 'papers', sourceKey: await paper('row'), destinationKey: 'row.txt' };
    const response = await server.service('/storage/v1/object/copy', {
      method: 'POST',
      body: JSON.stringify(body),
    });
    const row = (await response.json()) as Record<string, unknown>;
    expect(row).toMatchObject({
      Key: 'papers/row.txt',
      name: 'row.txt',
      bucket_id: 'papers',
      user_metadata: metadata,
      metadata: { size: 3, mimetype: 'text/plain' },
    });
    expect(row['Id']).toBe(row['id']);
  });

  test('replaces an object only with x-upsert', async () => {
    const [from, to] = [await paper('new'), await paper('old')];
    expect((await papers().copy(from, to)).error).toMatchObject(duplicate);
    const body = JSON.stringify({ bucketId: 'papers', sourceKey: from, destinationKey: to });
    const headers = { 'x-upsert': 'true' };
    const response = await server.service('/storage/v1/object/copy', { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    expect(await textOf(to)).toBe('new');
  });

  test('drops or replaces the metadata', async () => {
    const from = await paper('changed');
    const changes = { cacheControl: 'max-age=7', mimetype: 'text/markdown', contentEncoding: '' };
    const options = { copyMetadata: false, metadata: changes };
    expect((await papers().copy(from, `${from}.md`, options)).error).toBeNull();
    expect((await papers().info(`${from}.md`)).data).toMatchObject({
      cacheControl: 'max-age=7',
      contentType: 'text/markdown',
      metadata: {},
    });
    const odd = { copyMetadata: false, metadata: { mimetype: 'text/plain; x=\n' } };
    expect((await papers().copy(from, 'odd.txt', odd)).error).toMatchObject({ statusCode: '415' });
  });

  test('F1 needs the right to read the source and to store the copy', async () => {
    const key = await photo('diego');
    expect((await photos('elena').copy(key, newKey('elena'))).error).toMatchObject(missing);
    expect((await photos('diego').copy(key, newKey('elena'))).error).toMatchObject(denied);
    const own = newKey('diego');
    expect((await photos('diego').copy(key, own)).error).toBeNull();
    expect((await photos('carla').remove([own])).data?.[0]).toMatchObject({
      owner_id: server.as('diego').userId,
    });
  });
});

describe('into another bucket', () => {
  const ways = ['copy', 'move'] as const;

  test.each(ways)('%s obeys the rules of that bucket', async (way) => {
    const into = async (text: string, type: string, destinationBucket: string) => {
      const key = `${randomUUID()}`;
      await papers().upload(key, Buffer.from(text), { contentType: type });
      return (await papers()[way](key, key, { destinationBucket })).error;
    };
    expect(await into('short', 'text/plain', 'small')).toBeNull();
    expect(await into('too long', 'text/plain', 'small')).toMatchObject({ statusCode: '413' });
    expect(await into('short', 'application/pdf', 'small')).toMatchObject({ statusCode: '415' });
    expect(await into('<script>', 'image/jpeg', 'pictures')).toMatchObject({ statusCode: '415' });
    expect(await into('<script>', 'text/html', 'pictures')).toMatchObject({ statusCode: '415' });
  });

  test.each(ways)('%s re-encodes a picture for a bucket of images', async (way) => {
    const key = `${randomUUID()}.png`;
    const large = Buffer.concat([await picture(1500, 1500, 'png'), Buffer.from('<script>')]);
    await papers().upload(key, large, { contentType: 'image/png', metadata });
    expect((await papers()[way](key, key, { destinationBucket: 'pictures' })).error).toBeNull();
    const response = await server.request(`/storage/v1/object/public/pictures/${key}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1024 });
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect((await service().from('pictures').info(key)).data).toMatchObject({ metadata });
  });
});

test('keeps exactly one file per object', async () => {
  await using own = await startTestApp();
  const storage = storageClient(own, own.context.config.keys.secret);
  await storage.createBucket('box', { public: false });
  const box = storage.from('box');
  await box.upload('a', Buffer.from('a'), { contentType: 'text/plain' });
  await box.move('a', 'b');
  await box.copy('b', 'c');
  await box.copy('b', 'c');
  expect(await listKeys(own.context.objects)).toHaveLength(2);
});
