import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Installation } from '../../backend/config/config.ts';
import { openFileStore } from '../../backend/object-store/files.ts';
import { blobKey } from '../../backend/object-store/object-store.ts';
import { openS3Store } from '../../backend/object-store/s3.ts';
import { listKeys } from '../../backend/testing/object-store.ts';
import { baseKey, isSegment, listArchive, objectListKey } from '../../backend/wal/layout.ts';
import { createObjectCopier } from '../../backend/wal/objects.ts';
import { pruneArchive } from '../../backend/wal/prune.ts';
import { restoreAt, type Moment } from '../../backend/wal/restore.ts';
import {
  createArchiveGround,
  memoryLog,
  notes,
  open,
  untilBases,
  type ArchiveGround,
} from '../../backend/testing/wal.ts';

// Databases start and stop slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let ground: ArchiveGround;
beforeAll(async () => {
  ground = await createArchiveGround('wal-drills/');
});
afterAll(() => ground[Symbol.asyncDispose]());

test('the archive restores every moment since its base backup, with objects and keys', async () => {
  const place = ground.installation('one');
  const files = openFileStore(join(place.dataDir, 'files'));
  const version = randomUUID();
  let between = new Date();
  {
    // As in an installation, the keys are there before the database starts, and so before its first base backup.
    await mkdir(place.dataDir, { recursive: true });
    await writeFile(join(place.dataDir, 'secrets.json'), 'the keys');
    await using db = await open(place);
    await db.note('a');
    await untilBases(place);
    await files.put(blobKey(version), Buffer.from('photo'));
    await db.query(`create schema storage; create table storage.objects (version text);
      insert into storage.objects values ('${version}'), ('${randomUUID()}'), ('imported')`);
    await db.note('b');
    between = new Date(Date.now() + 1);
    await expect.poll(() => new Date() > between).toBe(true);
    await db.query('select pg_switch_wal()');
    await db.note('c');
  }
  const { result, target } = await ground.restored(place, 'latest');
  expect(result).toMatchObject({ files: 1, missingFiles: 2 });
  expect(result.lastTransaction! > between).toBe(true);
  expect(await readFile(join(target.dataDir, 'secrets.json'), 'utf8')).toBe('the keys');
  expect(await openFileStore(join(target.dataDir, 'files')).read(blobKey(version))).toEqual(
    Buffer.from('photo'),
  );
  expect(await notes(target)).toEqual(['a', 'b', 'c']);

  const earlier = await ground.restored(place, between);
  expect(earlier.result.lastTransaction! < between).toBe(true);
  expect(await notes(earlier.target)).toEqual(['a', 'b']);

  const refusals: readonly (readonly [Moment, string])[] = [
    [new Date(Date.now() + 60_000), 'The archived WAL ends before '],
    [new Date(Date.UTC(2026, 0, 1)), 'nothing before it can be restored'],
  ];
  for (const [moment, reason] of refusals) {
    const empty = { ...place, dataDir: join(ground.folder, randomUUID()) };
    await expect(restoreAt(empty, ground.s3.settings, moment)).rejects.toThrow(reason);
    expect((await readdir(empty.dataDir)).filter((name) => !name.startsWith('server.'))).toEqual([]);
  }
  await expect(restoreAt(target, ground.s3.settings, 'latest')).rejects.toThrow('is not empty');
  const external = { ...place, databaseUrl: 'postgres://elsewhere' };
  await expect(restoreAt(external, ground.s3.settings, 'latest')).rejects.toThrow(
    'DATABASE_URL names another',
  );
});

test('while the store is away WAL stays in the data folder, and the log says so once', async () => {
  const place = ground.installation('two', { ...ground.s3.settings, prefix: 'away/' });
  const { lines, log } = memoryLog();
  {
    await using db = await open(place, log);
    await untilBases(place);
    ground.s3.setWay('broken');
    await db.note('a');
    await db.query('select pg_switch_wal()');
    await expect.poll(() => lines.join('')).toContain('WAL cannot be archived');
    await db.note('b');
    await db.query('select pg_switch_wal()');
    ground.s3.setWay('open');
    await expect.poll(() => lines.join('')).toContain('WAL is archived again');
    expect(lines.filter((line) => line.includes('"msg":"WAL '))).toHaveLength(2);
  }
  expect(await notes((await ground.restored(place, 'latest')).target)).toEqual(['a', 'b']);
});

test('half a WAL file is the end when it is the last, and is named when it is not', async () => {
  const place = ground.installation('halves', { ...ground.s3.settings, prefix: 'halves/' });
  using store = openS3Store(place.backupStore!);
  const segments = async () =>
    (await listArchive(store)).files.filter(({ name }) => isSegment(name)).map(({ key }) => key);
  const halve = async (key: string) => {
    const whole = (await store.read(key))!;
    await store.delete(key);
    await store.put(key, whole.subarray(0, whole.byteLength / 2));
  };
  {
    await using db = await open(place);
    await untilBases(place);
    await db.note('a');
    await db.query('select pg_switch_wal()');
    await db.note('b');
  }
  const damaged = (await segments()).at(-1)!;
  await halve(damaged);
  expect(await notes((await ground.restored(place, 'latest')).target)).toEqual(['a']);
  {
    await using db = await open(place);
    await db.note('c');
  }
  await expect(ground.restored(place, 'latest')).rejects.toThrow(
    `The WAL file ${damaged} in ${store.place} is damaged`,
  );
  await store.delete(damaged);
  expect(await notes((await ground.restored(place, 'latest')).target)).toEqual(['a']);
});

test('a folder that ran unarchived, or an older copy of it, begins a new line', async () => {
  const place = ground.installation('three', { ...ground.s3.settings, prefix: 'lines/' });
  const copy = { ...place, dataDir: join(ground.folder, 'copy') };
  {
    await using db = await open(place);
    await db.note('a');
    await untilBases(place);
  }
  await cp(place.dataDir, copy.dataDir, { recursive: true });
  {
    await using db = await open(place);
    await db.note('lost with the machine');
  }
  {
    await using db = await open(copy);
    await db.note('b');
    await db.query('select pg_switch_wal()');
    await untilBases(place, 2);
  }
  expect(await notes((await ground.restored(place, 'latest')).target)).toEqual(['a', 'b']);
  const newestLine = async (): Promise<string | undefined> => {
    using store = openS3Store(place.backupStore!);
    return (await listArchive(store)).bases[0]?.line;
  };
  const former = await newestLine();
  // Looking at it starts it without an archive.
  expect(await notes(copy)).toEqual(['a', 'b']);
  await using _db = await open(copy);
  await expect.poll(newestLine).not.toBe(former);
});

/** Gives the base backup of a line the name that it has when the clock was ahead by so many milliseconds. */
async function makeAhead(place: Installation, ahead: number): Promise<string> {
  using store = openS3Store(place.backupStore!);
  const [base] = (await listArchive(store)).bases;
  const { line, firstFile, time } = base!;
  const renamed = baseKey({ line, firstFile, time: new Date(time.getTime() + ahead) });
  const list = objectListKey({ key: renamed });
  await store.put(renamed, (await store.read(base!.key))!);
  await store.put(list, (await store.read(objectListKey(base!)))!);
  for (const key of [base!.key, objectListKey(base!)]) await store.delete(key);
  return renamed;
}

test('a base backup made while the clock was a day ahead delays no other, and goes first', async () => {
  const place = ground.installation('ahead', { ...ground.s3.settings, prefix: 'ahead/' });
  using store = openS3Store(place.backupStore!);
  const keys = async () => (await listArchive(store)).bases.map(({ key }) => key);
  {
    await using db = await open(place);
    await db.note('a');
    await untilBases(place);
  }
  const wrong = await makeAhead(place, 24 * 60 * 60_000);
  {
    await using db = await open(place);
    await db.note('b');
    await expect.poll(keys).toHaveLength(2);
    expect((await keys()).at(-1)).toBe(wrong);
    await db.note('c');
  }
  const { result, target } = await ground.restored(place, 'latest');
  expect(Math.abs(Date.now() - result.base.getTime())).toBeLessThan(10 * 60_000);
  expect(await notes(target)).toEqual(['a', 'b', 'c']);
  const empty = { ...place, dataDir: join(ground.folder, randomUUID()) };
  const tooEarly = restoreAt(empty, place.backupStore!, new Date(Date.UTC(2026, 0, 1)));
  await expect(tooEarly).rejects.toThrow(`is of ${result.base.toISOString()}`);

  const copier = createObjectCopier(openFileStore(join(place.dataDir, 'files')), store);
  await store.put(`files/${randomUUID()}`, Buffer.from('photo'));
  await pruneArchive(store, copier, '', 2);
  expect(await listKeys(store, 'files/')).toHaveLength(1);
  await pruneArchive(store, copier, '', 1);
  expect(await keys()).not.toContain(wrong);
  expect(await notes((await ground.restored(place, 'latest')).target)).toEqual(['a', 'b', 'c']);
});
