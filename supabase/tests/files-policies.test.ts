import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { file, photoKey, picture, storageClient } from '../../backend/testing/storage.ts';

let server: ProductApp;
let jpeg: Buffer;
beforeAll(async () => {
  server = await startProductApp();
  jpeg = await picture();
});
afterAll(() => server[Symbol.asyncDispose]());
// An account keeps few photos.
afterEach(() => server.context.db.query('delete from storage.objects'));

type Name = 'anon' | 'diego' | 'elena' | 'nora' | 'carla' | 'service';

function photos(name: Name) {
  const token =
    name === 'anon'
      ? undefined
      : name === 'service'
        ? server.context.config.keys.secret
        : server.as(name).token;
  return storageClient(server, token).from('imagenes');
}

/** Whether everybody sees it at its public address. */
async function isSeen(key: string): Promise<boolean> {
  const { data } = photos('anon').getPublicUrl(key);
  return (await server.request(data.publicUrl, { method: 'HEAD' })).status === 200;
}

/** A picture that `owner` uploaded, and its key. */
async function uploadedBy(owner: 'diego' | 'elena' | 'carla'): Promise<string> {
  const key = photoKey(server.as(owner).userId, `${randomUUID()}.jpg`);
  const { error } = await photos(owner).upload(key, file(jpeg));
  expect(error).toBeNull();
  return key;
}

const denied = { statusCode: '403', message: 'new row violates row-level security policy' };

describe('uploading', () => {
  test.each<[Name, 'diego' | 'elena', boolean]>([
    ['anon', 'diego', false],
    ['diego', 'diego', true],
    ['diego', 'elena', false],
    ['nora', 'diego', false],
    ['carla', 'diego', true],
    ['service', 'diego', true],
  ])('F1 %s below the prefix of %s: %s', async (who, owner, allowed) => {
    const key = photoKey(server.as(owner).userId, `${randomUUID()}.jpg`);
    const { data, error } = await photos(who).upload(key, file(jpeg));
    if (allowed) expect(data).toMatchObject({ path: key, fullPath: `imagenes/${key}` });
    else expect(error).toMatchObject({ ...denied, status: 400 });
    expect(await isSeen(key)).toBe(allowed);
  });

  test.each(['x.jpg', 'profile-photos/x.jpg', 'other/x.jpg'])('F1 a driver to %s', async (key) => {
    expect((await photos('diego').upload(key, file(jpeg))).error).toMatchObject(denied);
  });

  test('F1 a driver into a folder inside its own prefix', async () => {
    const key = photoKey(server.as('diego').userId, 'a/b.jpg');
    expect((await photos('diego').upload(key, file(jpeg))).error).toMatchObject(denied);
  });

  test('F1 of a key that exists is a conflict, and replacing it is for administrators', async () => {
    const key = await uploadedBy('diego');
    const again = await photos('diego').upload(key, file(jpeg));
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect((await photos('diego').upload(key, file(jpeg), { upsert: true })).error).toMatchObject(denied);
    expect((await photos('diego').update(key, file(jpeg))).error).toMatchObject(denied);

    const before = await photos('carla').info(key);
    const replaced = await photos('carla').upload(key, file(await picture(10, 10)), { upsert: true });
    expect(replaced.error).toBeNull();
    const after = await photos('carla').info(key);
    expect(replaced.data?.id).toBe(before.data?.id);
    expect(after.data?.etag).not.toBe(before.data?.etag);
    const bytes = await photos('anon').download(key);
    expect(bytes.data?.size).toBe(after.data?.size);
  });

  test('with x-upsert of a new key is allowed to its driver', async () => {
    const key = photoKey(server.as('diego').userId, `${randomUUID()}.jpg`);
    expect((await photos('diego').upload(key, file(jpeg), { upsert: true })).error).toBeNull();
  });

  test('of which only one of two at the same moment wins', async () => {
    const key = photoKey(server.as('diego').userId, `${randomUUID()}.jpg`);
    const results = await Promise.all([1, 2, 3].map(() => photos('diego').upload(key, file(jpeg))));
    expect(results.filter(({ error }) => error === null)).toHaveLength(1);
  });

  test('to a bucket that does not exist', async () => {
    const { error } = await storageClient(server, server.as('carla').token).from('nope').upload('a', jpeg);
    expect(error).toMatchObject({ statusCode: '404', message: 'Bucket not found' });
  });
});

describe('removing', () => {
  test.each<[Name, boolean]>([
    ['anon', false],
    ['elena', false],
    ['diego', true],
    ['carla', true],
  ])('F1 by %s of a picture of diego: %s', async (who, allowed) => {
    const key = await uploadedBy('diego');
    const { data } = await photos(who).remove([key, 'missing.jpg']);
    expect(data?.map(({ name }) => name)).toEqual(allowed ? [key] : []);
    expect(await isSeen(key)).toBe(!allowed);
  });

  test('F1 one file by its address', async () => {
    const key = await uploadedBy('diego');
    const path = `/storage/v1/object/imagenes/${key}`;
    const others = await server.as('elena').request(path, { method: 'DELETE' });
    expect(await others.json()).toMatchObject({ statusCode: '403', code: 'AccessDenied' });
    const own = await server.as('diego').request(path, { method: 'DELETE' });
    expect(await own.json()).toEqual({ message: 'Successfully deleted' });
    const again = await server.as('diego').request(path, { method: 'DELETE' });
    expect(await again.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });
});

describe('looking', () => {
  test('F2 everybody sees a picture whose name they know; only its owner and administrators list it', async () => {
    const key = await uploadedBy('elena');
    const { data } = photos('anon').getPublicUrl(key);
    expect((await server.request(data.publicUrl)).status).toBe(200);
    const names = async (name: Name) =>
      (await photos(name).list('profile-photos', { search: server.as('elena').userId })).data?.map(
        (entry) => `profile-photos/${entry.name}`,
      );
    expect(await names('anon')).toEqual([]);
    expect(await names('diego')).toEqual([]);
    expect(await names('elena')).toContain(key);
    expect(await names('carla')).toContain(key);
  });

  test('at the authenticated address with the rights of the caller', async () => {
    const path = `/storage/v1/object/authenticated/imagenes/${await uploadedBy('elena')}`;
    expect((await server.as('elena').request(path)).status).toBe(200);
    expect((await server.as('carla').request(path)).headers.get('cache-control')).toMatch(/^private, /);
    const other = await server.as('diego').request(path);
    expect(await other.json()).toMatchObject({ statusCode: '404', code: 'NoSuchKey' });
  });

  test('a token that is not valid is refused', async () => {
    const client = storageClient(server, 'not.a.token').from('imagenes');
    expect((await client.upload('a.jpg', file(jpeg))).error).toMatchObject({ statusCode: '403' });
  });

  test('info is given of what may be listed', async () => {
    const key = await uploadedBy('elena');
    expect((await photos('elena').info(key)).data).toMatchObject({
      name: key,
      bucketId: 'imagenes',
      contentType: 'image/jpeg',
      cacheControl: 'max-age=3600',
    });
    expect((await photos('diego').info(key)).error).toMatchObject({ statusCode: '404' });
  });
});
