import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openFileStore } from '../../object-store/files.ts';
import { listKeys } from '../../testing/object-store.ts';
import { startTestApp } from '../../testing/app.ts';
import { createBlobStore, type BlobContent } from './blobs.ts';
import { file, photoKey, picture, storageClient } from '../../testing/storage.ts';

async function text(content: BlobContent | undefined): Promise<string | undefined> {
  return content && new Response(content).text();
}

async function openInFolder() {
  const folder = join(await mkdtemp(join(tmpdir(), 'transfer-blobs-')), 'files');
  onTestFinished(() => rm(join(folder, '..'), { recursive: true, force: true }));
  const failures: Error[] = [];
  const blobs = createBlobStore(openFileStore(folder), (error) => failures.push(error));
  return { blobs, folder, failures };
}

test('reads written bytes, whole and in part, from the store and from the cache', async () => {
  const { blobs } = await openInFolder();
  const version = randomUUID();
  await blobs.write(version, Buffer.from('hello'));
  for (let time = 0; time < 2; time += 1) {
    expect(await text(await blobs.read(version, 5, { start: 0, end: 4 }))).toBe('hello');
    expect(await text(await blobs.read(version, 5, { start: 1, end: 2 }))).toBe('el');
  }
  await blobs.remove([version]);
  expect(await blobs.read(version, 5, { start: 0, end: 4 })).toBeUndefined();
});

test('has no file for a malformed version', async () => {
  const { blobs, folder, failures } = await openInFolder();
  await mkdir(folder);
  await writeFile(join(folder, 'secret'), 'x');
  expect(await blobs.read('../secret', 1, { start: 0, end: 0 })).toBeUndefined();
  await blobs.remove(['../secret']);
  expect(await readFile(join(folder, 'secret'), 'utf8')).toBe('x');
  expect(failures).toEqual([]);
});

describe('the server', () => {
  test('keeps as many files as rows, however the rows are deleted', async () => {
    await using server = await startTestApp();
    const photos = storageClient(server, server.context.config.keys.secret).from('pictures');
    const files = async () => (await listKeys(server.context.objects)).length;
    const photo = file(await picture());
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => photos.upload(key, photo)));
    await Promise.all([1, 2, 3].map(() => photos.upload('a', photo, { upsert: true })));
    await photos.upload('b', photo);
    await photos.remove(['c']);
    await server.context.db.query(`delete from storage.objects where name = 'd'`);
    await expect.poll(files).toBe(2);
    const { data } = await photos.list();
    expect(data?.map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await server.request('/storage/v1/object/public/pictures/a')).status).toBe(200);
  });

  test('keeps neither bytes nor row of an upload that the database rejects at the end', async () => {
    await using server = await startTestApp();
    const { db, objects } = server.context;
    await db.query(`create function public.refuse() returns trigger language plpgsql as $$ begin
        if new.metadata is not null then raise 'refused' using errcode = '42501'; end if;
        return new; end $$`);
    await db.query(
      'create trigger refuse before insert on storage.objects for each row execute function public.refuse()',
    );
    const photos = storageClient(server, server.as('diego').token).from('pictures');
    const { error } = await photos.upload(photoKey(server.as('diego').userId), file(await picture()));
    expect(error).toMatchObject({ statusCode: '403' });
    expect(await listKeys(objects)).toEqual([]);
  });

  test('reports a failed write, and recovers', async () => {
    await using server = await startTestApp();
    const files = join(server.context.config.dataDir, 'files');
    const blocked = join(files, 'objects');
    await mkdir(files, { recursive: true });
    await writeFile(blocked, 'a file where the folder should be');
    const photos = storageClient(server, server.context.config.keys.secret).from('pictures');
    const photo = file(await picture());
    expect((await photos.upload('a', photo)).error).toMatchObject({ status: 500, statusCode: '500' });
    expect((await photos.exists('a')).data).toBe(false);
    await rm(blocked);
    expect((await photos.upload('a', photo)).error).toBeNull();
  });
});
