import { randomUUID } from 'node:crypto';
import {
  cp,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Context } from '../service/context.ts';
import type { Database, Queryable } from '../db/database.ts';
import { migrate, migrateTo, readAppliedMigrations } from '../db/migrate.ts';
import { file, photoKey, picture, storageClient } from '../testing/storage.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { readArchive, readContent, writeArchive } from './archive.ts';
import { createBackup } from './create.ts';
import { folderPlace, listBackups } from './folder.ts';
import { archiveName } from './names.ts';
import { restoreBackup } from './restore.ts';
import { createBackupSchedule } from './schedule.ts';
import { readTables, sqlName } from './tables.ts';
import {
  emptyInstallation,
  openExternal,
  openInstallation,
  read,
  signIn,
  supabaseDir,
  type Request,
} from '../testing/backup.ts';

// Making and restoring databases is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const password = 'cordillera nevada 7';
let server: TestApp;
let folder = '';
let archive = '';
/** State of the installation at the time of the backup. */
let original: { refreshToken: string; photo: Buffer; photoUrl: string; counts: Record<string, number> };

async function countRows(db: Queryable): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await readTables(db)) {
    const [row] = await db.query<{ count: string }>(`select count(*) from ${sqlName(table)}`);
    counts[`${table.schema}.${table.name}`] = Number(row?.count);
  }
  return counts;
}

const longTour = 'Tour of six thousand letters';

async function upload(name: string): Promise<string> {
  const { userId, token } = server.as('diego');
  const photos = storageClient(server, token).from('pictures');
  const key = photoKey(userId, name);
  expect((await photos.upload(key, file(await picture(60, 40)))).error).toBeNull();
  return photos.getPublicUrl(key).data.publicUrl;
}

beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'transfer-archives-'));
  const { db, config } = server.context;
  const create = {
    email: 'fidel@example.com',
    password,
    email_confirm: true,
    user_metadata: { note: 'ñ "\n\\' },
  };
  await server.service('/auth/v1/admin/users', {
    method: 'POST',
    body: JSON.stringify(create),
    headers: { authorization: `Bearer ${config.keys.secret}`, 'content-type': 'application/json' },
  });
  const session = (await (
    await signIn(server.request, 'password', { email: create.email, password })
  ).json()) as { refresh_token: string };
  await db.query(
    `insert into public.opinions (walker_id, rating, comment) values ($1, 5, ''), ($1, 4, E'a\\tb\\nñ')`,
    [server.as('diego').walkerId],
  );
  // A tour from before tours had a greatest length: the constraint is not validated, so it stays.
  const [bound] = await db.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'walks_lengths'`,
  );
  await db.query('alter table public.walks drop constraint walks_lengths');
  await db.query(`insert into public.walks (name, duration, description) values ('${longTour}', '3hours',
    repeat('x', 6000))`);
  await db.query(`alter table public.walks add constraint walks_lengths ${bound!.definition}`);
  const photoUrl = await upload('1700000000000.jpg');
  await server.context.audit.settled();
  original = {
    refreshToken: session.refresh_token,
    photo: await read(server.request, photoUrl),
    photoUrl,
    counts: await countRows(db),
  };
  archive = join(folder, 'backup.tar.gz');
  await createBackup(db, config, archive);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function expectRestored(context: Context, request: Request): Promise<void> {
  expect(await read(request, original.photoUrl)).toEqual(original.photo);
  const [walker] = await context.db.query(
    'select opinion_count, rating_total::int, average_rating from public.walkers where id = $1',
    [server.as('diego').walkerId],
  );
  expect(walker).toEqual({ opinion_count: 2, rating_total: 9, average_rating: '4.5' });
  const [user] = await context.db.query(
    `select raw_user_meta_data ->> 'note' as note from auth.users where email = 'fidel@example.com'`,
  );
  expect(user).toEqual({ note: 'ñ "\n\\' });
  expect((await signIn(request, 'refresh_token', { refresh_token: original.refreshToken })).status).toBe(200);
  expect((await signIn(request, 'password', { email: 'fidel@example.com', password })).status).toBe(200);
  const tours = 'select from public.walks where name = $1 and char_length(description) = 6000';
  expect(await context.db.query(tours, [longTour])).toHaveLength(1);
  const another = `insert into public.walks (name, duration, description) values ('x', '3hours', repeat('x', 6000))`;
  await expect(context.db.query(another)).rejects.toThrow('walks_lengths');
  // Triggers and keys hold again: a rating counts, and one of nobody's walker is refused.
  const insert = 'insert into public.opinions (walker_id, rating) values ($1, 3)';
  await context.db.query(insert, [server.as('diego').walkerId]);
  const [{ average }] = (await context.db.query(
    'select average_rating as average from public.walkers where id = $1',
    [server.as('diego').walkerId],
  )) as [{ average: string }];
  expect(average).toBe('4.0');
  await expect(context.db.query(insert, [randomUUID()])).rejects.toThrow('foreign key');
}

test('K6 a backup restored into an empty folder has the same counts, sign-in, sessions, photos and averages', async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, false);
  const started = performance.now();
  const { rows } = await restoreBackup(installation, archive);
  expect(rows).toEqual(original.counts);
  const { context, request } = await openInstallation(installation, stack);
  console.log(`K6 drill: restored and started in ${Math.round(performance.now() - started)} ms`);
  expect(await readFile(join(installation.dataDir, 'secrets.json'))).toEqual(
    await readFile(join(server.context.config.dataDir, 'secrets.json')),
  );
  await expectRestored(context, request);
  await expect(restoreBackup(installation, archive)).rejects.toThrow('in use by the server');
});

test('K6 a backup goes from the built-in database to one of DATABASE_URL and back', async () => {
  await using stack = new AsyncDisposableStack();
  const managed = await emptyInstallation(stack, true);
  expect((await restoreBackup(managed, archive)).rows).toEqual(original.counts);
  const second = join(folder, 'managed.tar.gz');
  const access = openExternal(managed.databaseUrl, stack);
  await createBackup(access, managed, second);
  const ownDatabase = await emptyInstallation(stack, false);
  expect((await restoreBackup(ownDatabase, second)).rows).toEqual(original.counts);
  const { context, request } = await openInstallation(ownDatabase, stack);
  await expectRestored(context, request);
  await rm(managed.dataDir, { recursive: true });
  await expect(restoreBackup(managed, archive)).rejects.toThrow('The database of DATABASE_URL is not empty');
});

test('only its owner can read an archive, and no unfinished one is left', async () => {
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('rejects a truncated or altered archive before it writes anything', async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, false);
  const damaged = join(folder, 'damaged.tar.gz');
  const { size } = await stat(archive);
  for (const length of [0, 10, size - 1]) {
    await cp(archive, damaged);
    await truncate(damaged, length);
    await expect(restoreBackup(installation, damaged)).rejects.toThrow('Nothing was restored');
  }
  const bytes = await readFile(archive);
  bytes[Math.floor(size / 2)]! ^= 1;
  await writeFile(damaged, bytes);
  await expect(restoreBackup(installation, damaged)).rejects.toThrow('Nothing was restored');
  await expect(readdir(installation.dataDir)).rejects.toThrow('ENOENT');
});

test('does not restore into a folder that is not empty', async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, false);
  await mkdir(join(installation.dataDir, 'files'), { recursive: true });
  await expect(restoreBackup(installation, archive)).rejects.toThrow('is not empty: it holds “files”');
});

test('restores an archive of an older version and migrates it; rejects one of a newer version', async () => {
  await using stack = new AsyncDisposableStack();
  const now = await readAppliedMigrations(server.context.db);
  const earlier = { ...now, product: now.product.slice(0, -1) };
  const old = await emptyInstallation(stack, true);
  const oldDatabase = openExternal(old.databaseUrl, stack);
  await oldDatabase.transaction((transaction) =>
    migrateTo(
      { query: transaction.query.bind(transaction), transaction: (work) => work(transaction) },
      supabaseDir,
      earlier,
    ),
  );
  await oldDatabase.query(`insert into public.walks (name, duration) values ('Valparaíso', '1 día')`);
  const path = join(folder, 'old.tar.gz');
  await createBackup(oldDatabase, old, path);

  const current = await emptyInstallation(stack, true);
  await restoreBackup(current, path);
  const db = openExternal(current.databaseUrl, stack);
  expect(await readAppliedMigrations(db)).toEqual(earlier);
  await migrate(db, supabaseDir);
  expect(await readAppliedMigrations(db)).toEqual(now);
  // The seed does not run after a restore.
  expect(await db.query('select name from public.walks')).toEqual([{ name: 'Valparaíso' }]);

  const olderProduct = join(folder, 'supabase');
  await cp(supabaseDir, olderProduct, { recursive: true });
  const last = (await readdir(join(olderProduct, 'migrations'))).sort().at(-1)!;
  await rm(join(olderProduct, 'migrations', last));
  const target = { ...(await emptyInstallation(stack, true)), supabaseDir: olderProduct };
  await expect(restoreBackup(target, archive)).rejects.toThrow('update the server first');
  const untouched = openExternal(target.databaseUrl, stack);
  expect(await untouched.query(`select from pg_namespace where nspname in ('auth', 'platform')`)).toEqual([]);
});

test('a backup made while photos are added and deleted holds every photo that its rows name', async () => {
  const { userId, token } = server.as('elena');
  const photos = storageClient(server, token).from('pictures');
  const jpeg = file(await picture());
  const enough = new AbortController();
  const changes = (async () => {
    let kept: string[] = [];
    for (let round = 0; !enough.signal.aborted; round += 1) {
      const keys = ['a', 'b', 'c'].map((each) => photoKey(userId, `${round}-${each}.jpg`));
      for (const key of keys) expect((await photos.upload(key, jpeg)).error).toBeNull();
      expect((await photos.remove([...keys.slice(1), ...kept])).error).toBeNull();
      kept = keys.slice(0, 1);
    }
  })();
  for (let backups = 0; backups < 3; backups += 1) {
    const path = join(folder, 'busy.tar.gz');
    await createBackup(server.context.db, server.context.config, path);
    const [files, named] = [new Set<string>(), new Set<string>()];
    await readArchive(path, async (entry) => {
      const text = (await readContent(entry)).toString();
      if (entry.name.startsWith('files/')) files.add(entry.name.slice('files/objects/'.length));
      if (!entry.name.startsWith('database/storage.objects/')) return;
      for (const line of text.trim().split('\n')) {
        const version = (JSON.parse(line) as string[]).find((_, column) => column === versionColumn);
        named.add(version ?? '');
      }
    });
    expect(named.size).toBeGreaterThan(0);
    expect([...named].filter((version) => !files.has(version))).toEqual([]);
  }
  enough.abort();
  await changes;
});

let versionColumn = -1;
beforeAll(async () => {
  const objects = (await readTables(server.context.db)).find(({ name }) => name === 'objects');
  versionColumn = objects?.columns.indexOf('version') ?? -1;
});

test('several schedules make one backup when one is due, and keep the newest', async () => {
  const { db, log, space, config } = server.context;
  const { dataDir } = config;
  await mkdir(join(dataDir, 'backups'), { recursive: true });
  for (const day of [1, 2, 3])
    await cp(archive, join(dataDir, 'backups', archiveName('transfer', new Date(Date.UTC(2026, 0, day)))));
  const settings = { dataDir, objectStore: undefined, backupHours: 24, backupKeep: 2 };
  const schedule = {
    db,
    log,
    space: space.files,
    config: settings,
    place: folderPlace(dataDir),
    name: 'transfer',
  };
  using first = createBackupSchedule(schedule);
  using second = createBackupSchedule(schedule);
  await Promise.all([first.runIfDue(), second.runIfDue()]);
  await first.runIfDue();
  const kept = await listBackups(dataDir);
  expect(kept).toHaveLength(2);
  expect(kept[1]!.madeAt).toEqual(new Date(Date.UTC(2026, 0, 3)));
  expect(Math.abs(Date.now() - kept[0]!.madeAt.getTime())).toBeLessThan(60_000);
  expect((await stat(kept[0]!.path)).mode & 0o777).toBe(0o600);
  const elsewhere = { ...settings, dataDir: join(folder, 'another machine') };
  using third = createBackupSchedule({
    ...schedule,
    config: elsewhere,
    place: folderPlace(elsewhere.dataDir),
  });
  await third.runIfDue();
  expect(await listBackups(elsewhere.dataDir), 'made today on the first machine').toEqual([]);
});

/** The time of the last backup as Prometheus reads it; undefined while it has no value. */
test('a clock that was a year ahead delays no backup, and no new one is removed for it', async () => {
  const { db, log, space } = server.context;
  const dataDir = join(folder, 'wrong clock');
  await mkdir(join(dataDir, 'backups'), { recursive: true });
  const ahead = Date.now() + 365 * 24 * 60 * 60 * 1000;
  for (const later of [0, 1, 2])
    await writeFile(
      join(dataDir, 'backups', archiveName('transfer', new Date(ahead + later * 1000))),
      'of a wrong clock',
    );
  await db.query(`insert into platform.jobs values ('backup', now() + interval '1 year')
    on conflict (name) do update set done_at = excluded.done_at`);
  const config = { dataDir, objectStore: undefined, backupHours: 24, backupKeep: 2 };
  using backups = createBackupSchedule({
    db,
    log,
    space: space.files,
    config,
    place: folderPlace(dataDir),
    name: 'transfer',
  });
  expect(await backups.lastSuccess()).toBeUndefined();
  await backups.runIfDue();
  const made = await backups.lastSuccess();
  expect(Math.abs(Date.now() - made!.getTime())).toBeLessThan(60_000);
  expect(await listBackups(dataDir)).toHaveLength(2);
  // Not due again.
  await backups.runIfDue();
  expect(await backups.lastSuccess()).toEqual(made);
});

async function lastBackup(app: TestApp): Promise<number | undefined> {
  const response = await app.request('/metrics', {
    headers: { authorization: 'Bearer metrics-of-the-tests' },
  });
  const value = /^club_backup_last_success_timestamp_seconds (\S+)$/m.exec(await response.text())?.[1];
  return value === undefined ? undefined : Number(value);
}

test('metrics show failed scheduled backups and the time of the last one', async () => {
  await using app = await startTestApp({ environment: { METRICS_TOKEN: 'metrics-of-the-tests' } });
  const folder = join(app.context.config.dataDir, 'backups');
  await writeFile(folder, 'in the way');
  await app.context.backups.runIfDue();
  const metrics = await app.request('/metrics', {
    headers: { authorization: 'Bearer metrics-of-the-tests' },
  });
  expect(await metrics.text()).toContain('club_backups_failed_total 1');
  // No value: the alert on old backups stays silent on a new installation.
  expect(await lastBackup(app)).toBeUndefined();
  await rm(folder);
  await app.context.backups.runIfDue();
  expect(Math.abs(Date.now() / 1000 - (await lastBackup(app))!)).toBeLessThan(60);
  const [name = ''] = await readdir(folder);
  await rename(join(folder, name), join(folder, 'club-20260101T000000Z.tar.gz'));
  expect(await lastBackup(app)).toBe(Date.UTC(2026, 0, 1) / 1000);
});

test('a server without backups reports no time of the last one, so that no alert fires forever', async () => {
  await using app = await startTestApp({
    environment: { METRICS_TOKEN: 'metrics-of-the-tests', BACKUP_HOURS: '0' },
  });
  await mkdir(join(app.context.config.dataDir, 'backups'));
  await writeFile(join(app.context.config.dataDir, 'backups', 'club-20260101T000000Z.tar.gz'), '');
  expect(await lastBackup(app)).toBeUndefined();
});

test('K6: a backup that cannot be read back counts as failed and leaves no file', async () => {
  const { db, space } = server.context;
  const dataDir = await mkdtemp(join(tmpdir(), 'transfer-damaged-'));
  const lines: string[] = [];
  const log = pino(new Writable({ write: (chunk, _, done) => (lines.push(String(chunk)), done()) }));
  // A database whose rows arrive damaged: the first character of each line is lost.
  const damaging: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      db.transaction((transaction) =>
        work({
          async query<Row extends object>(sql: string, values?: readonly unknown[]) {
            const rows = await transaction.query<Row>(sql, values);
            if (!sql.startsWith('fetch')) return rows;
            return rows.map((row) => ({ ...row, line: (row as { line?: string }).line?.slice(1) }));
          },
        }),
      ),
  };
  await db.query('delete from platform.jobs');
  const settings = { dataDir, objectStore: undefined, backupHours: 24, backupKeep: 2 };
  using backups = createBackupSchedule({
    db: damaging,
    log,
    space: space.files,
    config: settings,
    place: folderPlace(dataDir),
    name: 'transfer',
  });
  await backups.runIfDue();
  expect(backups.failures()).toBe(1);
  expect(lines.join('')).toContain('"msg":"backup failed; it will be retried"');
  expect(await backups.lastSuccess()).toBeUndefined();
  expect(await readdir(join(dataDir, 'backups'))).toEqual([]);
  const path = join(dataDir, 'by-hand.tar.gz');
  await expect(createBackup(damaging, { dataDir, objectStore: undefined }, path)).rejects.toThrow(
    /^The backup could not be read back: .* has a line that is not JSON\. It was removed\.$/,
  );
  await rm(dataDir, { recursive: true });
});

test('K6: a restore that fails half-way leaves nothing, and a server starts on the folder', async () => {
  for (const external of [false, true]) {
    await using stack = new AsyncDisposableStack();
    const installation = await emptyInstallation(stack, external);
    // The archive is sound, but names a column that the migrations lack.
    const foreign = join(folder, 'foreign.tar.gz');
    await writeArchive(
      foreign,
      (target) =>
        readArchive(archive, async (entry) => {
          const text = await readContent(entry);
          const isManifest = entry.name === 'manifest.json';
          const altered = isManifest ? Buffer.from(text.toString().replace('"walker_code"', '"code"')) : text;
          await target.add(entry.name, altered);
        }),
      async () => {},
    );
    await expect(restoreBackup(installation, foreign)).rejects.toThrow('has a column walkers.code');
    expect((await readdir(installation.dataDir)).filter((name) => !name.startsWith('server.'))).toEqual([]);
    await openInstallation(installation, stack);
  }
});
