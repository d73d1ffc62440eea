import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openS3Store } from '../object-store/s3.ts';
import { listKeys, startS3, type TestS3 } from '../testing/object-store.ts';
import { uploadFile } from '../object-store/transfer.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { openBackupPlace } from './choose.ts';
import { restoreBackup } from './restore.ts';
import { createBackupSchedule } from './schedule.ts';
import { withStoredBackup } from './store.ts';
import { emptyInstallation, openInstallation } from '../testing/backup.ts';

// Making and restoring databases is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let s3: TestS3;
let server: TestApp;
beforeAll(async () => {
  s3 = await startS3('north/');
  server = await startTestApp({
    config: (config) => ({ ...config, backupStore: s3.settings, backupKeep: 2 }),
  });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await s3[Symbol.asyncDispose]();
});

const stored = async (): Promise<readonly string[]> => {
  using store = openS3Store(s3.settings);
  return await listKeys(store, 'backups/');
};

test('a scheduled backup goes to the store, which keeps the newest; each restores from there', async () => {
  const { backups, config } = server.context;
  using store = openS3Store(s3.settings);
  const old = ['club-20260101T000000Z.tar.gz', 'club-20260102T000000Z.tar.gz'];
  for (const name of old) await store.put(`backups/${name}`, Buffer.from('old'));
  await backups.runIfDue();
  expect(backups.failures()).toBe(0);
  const keys = await stored();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(`backups/${old[1]}`);
  expect(Math.abs(Date.now() - (await backups.lastSuccess())!.getTime())).toBeLessThan(60_000);
  expect(await readdir(config.dataDir ?? '')).not.toContain('backups');
  // Not due again.
  await backups.runIfDue();
  expect(await stored()).toEqual(keys);

  for (const name of [undefined, keys[1]!.slice('backups/'.length)]) {
    await using stack = new AsyncDisposableStack();
    const installation = await emptyInstallation(stack, name === undefined);
    await withStoredBackup(s3.settings, name, (path) => restoreBackup(installation, path));
    const { context } = await openInstallation(installation, stack);
    expect(await context.db.query('select name from public.walkers order by 1')).toEqual(
      await server.context.db.query('select name from public.walkers order by 1'),
    );
  }
  await expect(withStoredBackup(s3.settings, 'other.tar.gz', async () => {})).rejects.toThrow(
    /^There is no backup other\.tar\.gz under backups\/ in the bucket .* It has: club-.*\.tar\.gz\.$/,
  );
});

test('O7l where only the WAL of a built-in database is, the restore that works is named', async () => {
  const settings = { ...s3.settings, prefix: 'walonly/' };
  const latest = () => withStoredBackup(settings, undefined, async () => {});
  await expect(latest()).rejects.toThrow(
    /^There is no backup under backups\/ in the bucket .* under walonly\/\.$/,
  );
  await openS3Store(settings).put('wal/line/bases/one.tar.gz', Buffer.from('x'));
  for (const wanted of [undefined, 'club-20260101T000000Z.tar.gz'])
    await expect(withStoredBackup(settings, wanted, async () => {})).rejects.toThrow(
      /^There is no backup .*under backups\/ .* npm run restore -- --at latest restores all of it\.$/,
    );
});

test('a server without a data folder backs up to the store by way of the temporary folder, and counts failures', async () => {
  const { db, log, space } = server.context;
  await db.query(`delete from platform.jobs where name = 'backup'`);
  const config = { dataDir: undefined, objectStore: s3.settings, backupHours: 24, backupKeep: 2 };
  const place = openBackupPlace({ dataDir: undefined, backupStore: { ...s3.settings, prefix: 'south/' } });
  using backups = createBackupSchedule({ db, log, space: space.files, config, place: place!, name: 'club' });
  s3.setWay('broken');
  await backups.runIfDue();
  expect([backups.failures(), await backups.lastSuccess()]).toEqual([1, undefined]);
  s3.setWay('open');
  vi.stubEnv('TMPDIR', '/no/such/folder');
  await backups.runIfDue();
  expect([backups.failures(), await place!.list()]).toEqual([2, []]);
  vi.unstubAllEnvs();
  await backups.runIfDue();
  expect([backups.failures(), (await place!.list()).length]).toEqual([2, 1]);
});

test('an archive that the store does not keep as it was written is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-damaged-'));
  const path = join(folder, 'archive');
  await writeFile(path, 'the archive');
  using store = openS3Store(s3.settings);
  async function* damaged(): AsyncGenerator<Buffer> {
    yield Buffer.from('the archivE');
  }
  const damaging = { ...store, open: async () => ({ size: 11, content: damaged() }) };
  await expect(uploadFile(damaging, 'backups/damaged', path)).rejects.toThrow('did not keep backups/damaged');
  expect(await stored()).not.toContain('backups/damaged');
  await rm(folder, { recursive: true });
});

test('two databases cannot keep their backups in one place: the second server does not start, and the command refuses', async () => {
  await using first = await startTestApp({
    config: (config) => ({ ...config, backupStore: { ...s3.settings, prefix: 'shared/' } }),
  });
  const { backupStore } = first.context.config;
  const second = () => startTestApp({ config: (config) => ({ ...config, backupStore }) });
  const refusal =
    /^Another database keeps its backups in the bucket .* under shared\/\. Give this one a place of its own with BACKUP_S3_BUCKET or BACKUP_S3_PREFIX\./;
  await expect(second()).rejects.toThrow(refusal);
  using place = openBackupPlace({ dataDir: undefined, backupStore })!;
  await expect(place.claim(server.context.db)).rejects.toThrow(refusal);
});

test('a store that is away at the start is claimed before the first backup', async () => {
  s3.setWay('broken');
  const prefix = 'late/';
  await using late = await startTestApp({
    config: (config) => ({ ...config, backupStore: { ...s3.settings, prefix, timeout: 1 } }),
  });
  s3.setWay('open');
  using place = openBackupPlace({ dataDir: undefined, backupStore: { ...s3.settings, prefix } })!;
  await place.claim(server.context.db);
  await late.context.backups.runIfDue();
  expect([late.context.backups.failures(), await place.list()]).toEqual([1, []]);
});

test('an archive of more than 5 GiB is refused before its upload begins', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'transfer-large-'));
  const path = join(folder, 'archive');
  await writeFile(path, '');
  await truncate(path, 5 * 1024 ** 3 + 1);
  using store = openS3Store(s3.settings);
  await expect(uploadFile(store, 'backups/large', path)).rejects.toThrow(
    'backups/large has 5.0 GiB, and an S3 store takes 5 GiB in one request. Unset BACKUP_S3_ENDPOINT',
  );
  expect(await stored()).not.toContain('backups/large');
  await rm(folder, { recursive: true });
});
