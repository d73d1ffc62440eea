import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { openBlobStore, SuspiciousSweepError, type BlobContent } from './blobs.ts';
import { file, photoKey, picture, storageClient } from '../testing.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'transfer-blobs-')), 'objects');
});
afterEach(() => rm(join(folder, '..'), { recursive: true, force: true }));

/** Makes files two hours old for the sweep. */
async function makeOld(names: readonly string[]): Promise<void> {
  const time = new Date(Date.now() - 2 * 60 * 60_000);
  for (const name of names) await utimes(join(folder, name), time, time);
}

const nobodyKnows = async (): Promise<string[]> => [];

async function text(content: BlobContent | undefined): Promise<string | undefined> {
  return content && new Response(content).text();
}

test('reads written bytes, whole and in part', async () => {
  const [blobs, version] = [openBlobStore(folder), randomUUID()];
  await blobs.write(version, Buffer.from('hello'));
  for (let time = 0; time < 2; time += 1) {
    expect(await text(await blobs.read(version, 5, { start: 0, end: 4 }))).toBe('hello');
    expect(await text(await blobs.read(version, 5, { start: 1, end: 2 }))).toBe('el');
  }
  await blobs.remove(version);
  expect(await blobs.read(version, 5, { start: 0, end: 4 })).toBeUndefined();
});

test('has no file for a malformed version', async () => {
  const blobs = openBlobStore(folder);
  await mkdir(folder);
  await writeFile(join(folder, '..', 'secret'), 'x');
  expect(await blobs.read('../secret', 1, { start: 0, end: 0 })).toBeUndefined();
  await blobs.remove('../secret');
  expect(await readFile(join(folder, '..', 'secret'), 'utf8')).toBe('x');
});

test('a file is complete once its name exists, and exists once the write resolved, even after kill -9', async () => {
  const size = 300_000;
  const program = `import { randomUUID } from 'node:crypto';
    import { openBlobStore } from ${JSON.stringify(pathToFileURL(join(import.meta.dirname, 'blobs.ts')).href)};
    const blobs = openBlobStore(${JSON.stringify(folder)});
    const writeOn = async () => {
      for (;;) {
        const version = randomUUID();
        await blobs.write(version, Buffer.alloc(${size}, 1));
        process.stdout.write(version + '\\n');
      }
    };
    await Promise.all([writeOn(), writeOn(), writeOn()]);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.length > 40 * 37) child.kill('SIGKILL');
  }
  const answered = output.split('\n').filter((line) => line.length === 36);
  const present = (await readdir(folder)).filter((name) => !name.endsWith('.part'));
  expect(answered.length).toBeGreaterThan(40);
  expect(present).toEqual(expect.arrayContaining(answered));
  const sizes = await Promise.all(present.map(async (name) => (await stat(join(folder, name))).size));
  expect(new Set(sizes)).toEqual(new Set([size]));
});

describe('the sweep', () => {
  test('A13 removes what a crash left: bytes without a row and partial files', async () => {
    const blobs = openBlobStore(folder);
    const [kept, orphan] = [randomUUID(), randomUUID()];
    await blobs.write(kept, Buffer.from('kept'));
    await blobs.write(orphan, Buffer.from('orphan'));
    await writeFile(join(folder, `${randomUUID()}.part`), 'half');
    await makeOld(await readdir(folder));
    expect(await blobs.sweep(async () => [kept])).toBe(2);
    expect(await readdir(folder)).toEqual([kept]);
  });

  test('keeps files that a process may be uploading', async () => {
    const blobs = openBlobStore(folder);
    const [version, half] = [randomUUID(), `${randomUUID()}.part`];
    await blobs.write(version, Buffer.from('new'));
    await writeFile(join(folder, half), 'half');
    expect(await openBlobStore(folder).sweep(nobodyKnows)).toBe(0);
    await makeOld([version]);
    expect(await openBlobStore(folder).sweep(nobodyKnows)).toBe(1);
    expect(await readdir(folder)).toEqual([half]);
  });

  test('removes nothing if the database looks like another one', async () => {
    const blobs = openBlobStore(folder);
    await mkdir(folder);
    for (let count = 0; count < 30; count += 1) await writeFile(join(folder, randomUUID()), 'photo');
    await makeOld(await readdir(folder));
    await expect(blobs.sweep(nobodyKnows)).rejects.toThrow(SuspiciousSweepError);
    expect(await readdir(folder)).toHaveLength(30);
  });

  test('accepts a missing folder', async () => {
    expect(await openBlobStore(folder).sweep(nobodyKnows)).toBe(0);
  });
});

describe('the server', () => {
  test('keeps as many files as rows, however the rows are deleted', async () => {
    await using server = await startTestApp();
    const photos = storageClient(server, server.context.config.keys.secret).from('imagenes');
    const files = async () => (await readdir(join(server.context.filesDir, 'objects'))).length;
    const photo = file(await picture());
    await Promise.all(['a', 'b', 'c', 'd'].map((key) => photos.upload(key, photo)));
    await Promise.all([1, 2, 3].map(() => photos.upload('a', photo, { upsert: true })));
    await photos.upload('b', photo);
    await photos.remove(['c']);
    await server.context.db.query(`delete from storage.objects where name = 'd'`);
    await vi.waitFor(async () => expect(await files()).toBe(2));
    const { data } = await photos.list();
    expect(data?.map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await server.request('/storage/v1/object/public/imagenes/a')).status).toBe(200);
  });

  test('keeps neither bytes nor row of an upload that the database rejects at the end', async () => {
    await using server = await startTestApp();
    const { db, filesDir } = server.context;
    await db.query(`create function public.refuse() returns trigger language plpgsql as $$ begin
        if new.metadata is not null then raise 'refused' using errcode = '42501'; end if;
        return new; end $$`);
    await db.query(
      'create trigger refuse before insert on storage.objects for each row execute function public.refuse()',
    );
    const photos = storageClient(server, server.as('diego').token).from('imagenes');
    const { error } = await photos.upload(photoKey(server.as('diego').userId), file(await picture()));
    expect(error).toMatchObject({ statusCode: '403' });
    expect(await readdir(join(filesDir, 'objects'))).toEqual([]);
  });

  test('reports a failed write, and recovers', async () => {
    await using server = await startTestApp();
    const blocked = join(server.context.filesDir, 'objects');
    await mkdir(server.context.filesDir, { recursive: true });
    await writeFile(blocked, 'a file where the folder should be');
    const photos = storageClient(server, server.context.config.keys.secret).from('imagenes');
    const photo = file(await picture());
    expect((await photos.upload('a', photo)).error).toMatchObject({ status: 500, statusCode: '500' });
    expect((await photos.exists('a')).data).toBe(false);
    await rm(blocked);
    expect((await photos.upload('a', photo)).error).toBeNull();
  });
});
