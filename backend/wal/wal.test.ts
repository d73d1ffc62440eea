import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { archiveFolder } from '../db/embedded.ts';
import { blobKey } from '../object-store/object-store.ts';
import { openFileStore } from '../object-store/files.ts';
import { openS3Store } from '../object-store/s3.ts';
import { listKeys } from '../testing/object-store.ts';
import { baseKey, objectListKey, walFileKey } from './layout.ts';
import { createObjectCopier } from './objects.ts';
import { pruneArchive } from './prune.ts';
import { createShipper } from './ship.ts';
import { archivesWal } from './start.ts';
import { createArchiveGround, type ArchiveGround } from '../testing/wal.ts';

// Databases start and stop slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let ground: ArchiveGround;
beforeAll(async () => {
  ground = await createArchiveGround('wal-tests/');
});
afterAll(() => ground[Symbol.asyncDispose]());

test.each([
  [true, {}],
  [false, { backupStore: undefined }],
  [false, { backupHours: 0 }],
  [false, { databaseUrl: 'postgres://elsewhere' }],
])('it is kept: %s, with %j', (kept, further) => {
  const settings = { databaseUrl: undefined, backupStore: ground.s3.settings, backupHours: 24, ...further };
  expect(archivesWal(settings)).toBe(kept && process.platform !== 'win32');
});

test('a WAL file whose upload was cut by the end of the server is stored again', async () => {
  const files = openFileStore(join(ground.folder, 'no files'));
  using store = openS3Store({ ...ground.s3.settings, prefix: 'cut/' });
  const postgres = join(ground.folder, 'cut');
  const name = '000000010000000000000001';
  const wal = Buffer.alloc(64 * 1024, 'w');
  await mkdir(join(postgres, 'pg_wal', 'archive_status'), { recursive: true });
  await mkdir(join(postgres, archiveFolder));
  await writeFile(join(postgres, archiveFolder, 'line'), 'current');
  await writeFile(join(postgres, 'pg_wal', name), wal);
  await writeFile(join(postgres, 'pg_wal', 'archive_status', `${name}.ready`), '');
  const key = walFileKey('current', name);
  await store.put(key, gzipSync(wal).subarray(0, 50));
  await createShipper(postgres, store, createObjectCopier(files, store)).shipReady();
  expect(gunzipSync((await store.read(key))!)).toEqual(wal);
  expect(await readdir(join(postgres, archiveFolder))).toEqual([name, 'line']);
});

test('base backups beyond the limit are deleted with the WAL and the objects that only they need', async () => {
  using store = openS3Store({ ...ground.s3.settings, prefix: 'pruned/' });
  const live = openFileStore(join(ground.folder, 'live'));
  const [first, second, third] = [1, 2, 3].map((day) => {
    const base = {
      line: day === 1 ? 'former' : 'current',
      time: new Date(Date.UTC(2026, 0, day)),
      firstFile: `00000001000000000000000${day}`,
    };
    return { ...base, key: baseKey(base) };
  });
  for (const base of [first!, second!, third!]) await store.put(base.key, Buffer.from('base'));
  const [gone, listed, kept] = [randomUUID(), randomUUID(), randomUUID()];
  const list = { listedAt: Date.now() + 2 * 60 * 60_000, versions: [listed] };
  await store.put(objectListKey(second!), Buffer.from(JSON.stringify(list)));
  await live.put(blobKey(kept), Buffer.from('kept'));
  for (const version of [gone, listed, kept]) await store.put(`files/${version}`, Buffer.from('photo'));
  const names = ['000000010000000000000001', '000000010000000000000002', '000000010000000000000003'];
  for (const line of ['former', 'current'])
    for (const name of names) await store.put(walFileKey(line, name), Buffer.from('wal'));
  await pruneArchive(store, createObjectCopier(live, store), 'current', 2);
  expect(await listKeys(store, 'wal/')).toEqual(
    [
      second!.key,
      objectListKey(second!),
      third!.key,
      walFileKey('current', names[1]!),
      walFileKey('current', names[2]!),
    ].toSorted(),
  );
  expect(await listKeys(store, 'files/')).toEqual([`files/${listed}`, `files/${kept}`].toSorted());
});
