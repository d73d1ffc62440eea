import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Installation } from '../config/config.ts';
import { openS3Store } from '../object-store/s3.ts';
import { listKeys, startS3, type TestS3 } from '../testing/object-store.ts';
import { storageClient } from '../testing/storage.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createBackup } from './create.ts';
import { restoreBackup } from './restore.ts';
import { emptyInstallation, openExternal, openInstallation, read } from '../testing/backup.ts';

// Making and restoring databases is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let s3: TestS3;
let server: TestApp;
let folder = '';
let archive = '';
const photos = new Map([300_000, 0, 7].map((size) => [`photo-${size}`, Buffer.alloc(size, 'photo')]));

beforeAll(async () => {
  s3 = await startS3();
  server = await startTestApp({ environment: { ...s3.environment, S3_PREFIX: 'original' } });
  folder = await mkdtemp(join(tmpdir(), 'transfer-archives-'));
  archive = join(folder, 'backup.tar.gz');
  const storage = storageClient(server, server.context.config.keys.secret);
  await storage.createBucket('papers', { public: true });
  for (const [name, bytes] of photos)
    expect((await storage.from('papers').upload(name, bytes)).error).toBeNull();
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

test('a backup holds the objects of an S3 store', async () => {
  const { db, config } = server.context;
  await db.query(
    `insert into storage.objects (bucket_id, name, version) values ('papers', 'lost', '${randomUUID()}')`,
  );
  expect(await createBackup(db, config, archive)).toMatchObject({ files: photos.size, missingFiles: 1 });
  await db.query(`delete from storage.objects where name = 'lost'`);
  expect(await readdir(config.dataDir)).not.toContain('files');
});

test('a backup that cannot read the store fails and leaves nothing', async () => {
  const path = join(folder, 'away.tar.gz');
  s3.setWay('broken');
  await expect(createBackup(server.context.db, server.context.config, path)).rejects.toThrow(
    'The store http',
  );
  s3.setWay('open');
  expect(await readdir(folder)).toEqual(['backup.tar.gz']);
});

test.each([
  ['the data folder', undefined, false],
  ['the data folder, with an external database', undefined, true],
  ['another prefix of an S3 store', 'restored/', false],
  ['another prefix of an S3 store, with an external database', 'managed/', true],
] as const)('K6 it restores into %s', async (_, prefix, external) => {
  await using stack = new AsyncDisposableStack();
  const objectStore = prefix === undefined ? undefined : { ...s3.settings, prefix };
  const installation: Installation = { ...(await emptyInstallation(stack, external)), objectStore };
  expect((await restoreBackup(installation, archive)).files).toBe(photos.size);
  if (objectStore) {
    using store = openS3Store(objectStore);
    expect(await listKeys(store)).toEqual(await listKeys(server.context.objects));
    expect(await readdir(installation.dataDir)).not.toContain('files');
  }
  const { request, context } = await openInstallation(installation, stack);
  for (const [name, bytes] of photos)
    expect(await read(request, `/storage/v1/object/public/papers/${name}`)).toEqual(bytes);
  if (objectStore) expect(await listKeys(context.objects, 'installations/')).toHaveLength(1);
});

test('K6 a backup moves the files of the data folder into an S3 store', async () => {
  await using stack = new AsyncDisposableStack();
  const inFolder = await emptyInstallation(stack, true);
  await restoreBackup(inFolder, archive);
  const moving = join(folder, 'moving.tar.gz');
  await createBackup(openExternal(inFolder.databaseUrl, stack), inFolder, moving);
  const place = await emptyInstallation(stack, false);
  const inStore = { ...place, objectStore: { ...s3.settings, prefix: 'moved/' } };
  expect((await restoreBackup(inStore, moving)).files).toBe(photos.size);
  const { request } = await openInstallation(inStore, stack);
  for (const [name, bytes] of photos)
    expect(await read(request, `/storage/v1/object/public/papers/${name}`)).toEqual(bytes);
});

test('a restored database does not take the place of the one that it was copied from', async () => {
  await using stack = new AsyncDisposableStack();
  const place = await emptyInstallation(stack, false);
  const installation = { ...place, objectStore: { ...s3.settings, prefix: 'original/' } };
  await expect(restoreBackup(installation, archive)).rejects.toThrow(
    /If that database is gone and this one comes from its backup, delete the object installations\/\S+ and try again\.$/,
  );
  await restoreBackup(place, archive);
  await expect(openInstallation(installation, stack)).rejects.toThrow(
    'Another database keeps its objects in',
  );
});
