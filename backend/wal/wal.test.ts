import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Installation } from '../config/config.ts';
import { archiveFolder, startEmbeddedPostgres } from '../db/embedded.ts';
import { blobKey } from '../object-store/object-store.ts';
import { openFileStore } from '../object-store/files.ts';
import { openS3Store } from '../object-store/s3.ts';
import { listKeys, startS3, type TestS3 } from '../object-store/testing.ts';
import { baseKey, isSegment, listArchive, objectListKey, walFileKey } from './layout.ts';
import { createObjectCopier } from './objects.ts';
import { pruneArchive } from './prune.ts';
import { restoreAt, type Moment } from './restore.ts';
import { createShipper } from './ship.ts';
import { archivesWal, startBuiltIn } from './start.ts';

// Databases start and stop slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let s3: TestS3;
let folder = '';
beforeAll(async () => {
  s3 = await startS3('wal-tests/');
  folder = await mkdtemp(join(tmpdir(), 'transfer-wal-'));
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

function installation(name: string, backupStore = s3.settings): Installation {
  const none = { databaseUrl: undefined, databaseDirectUrl: undefined, objectStore: undefined };
  return { ...none, dataDir: join(folder, name), supabaseDir: '', backupStore };
}

/** Lines of the log, as text. */
function memoryLog() {
  const lines: string[] = [];
  const memory = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: pino({ level: 'warn' }, memory) };
}

/** Runs the database as the server does, with a table of notes. */
async function open(place: Installation, log = memoryLog().log) {
  await using stack = new AsyncDisposableStack();
  const settings = { ...place, backupHours: 24, backupKeep: 2 };
  const { connection } = stack.use(await startBuiltIn(settings, log));
  const client = new pg.Client(connection);
  await client.connect();
  stack.defer(() => client.end());
  await client.query('create table if not exists notes (text text)');
  const resources = stack.move();
  return {
    note: (text: string) => client.query('insert into notes values ($1)', [text]),
    query: (sql: string) => client.query(sql),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Waits for base backups of so many lines. */
async function untilBases(place: Installation, lines = 1): Promise<void> {
  using store = openS3Store(place.backupStore!);
  const count = async (): Promise<number> =>
    new Set((await listArchive(store)).bases.map(({ line }) => line)).size;
  await expect.poll(count).toBe(lines);
}

/** The notes of a restored installation, in order. */
async function notes(place: Installation): Promise<readonly string[]> {
  await using postgres = await startEmbeddedPostgres(place.dataDir, () => {});
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ text: string }>('select text from notes order by text');
  await client.end();
  return rows.map(({ text }) => text);
}

async function restored(place: Installation, moment: Moment) {
  const target = { ...place, dataDir: join(folder, randomUUID()) };
  const result = await restoreAt(target, place.backupStore!, moment);
  return { result, target };
}

test('the archive restores every moment since its base backup, with objects and keys', async () => {
  const place = installation('one');
  const files = openFileStore(join(place.dataDir, 'files'));
  const version = randomUUID();
  let between = new Date();
  {
    await using db = await open(place);
    await writeFile(join(place.dataDir, 'secrets.json'), 'the keys');
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
  const { result, target } = await restored(place, 'latest');
  expect(result).toMatchObject({ files: 1, missingFiles: 2 });
  expect(result.lastTransaction! > between).toBe(true);
  expect(await readFile(join(target.dataDir, 'secrets.json'), 'utf8')).toBe('the keys');
  expect(await openFileStore(join(target.dataDir, 'files')).read(blobKey(version))).toEqual(
    Buffer.from('photo'),
  );
  expect(await notes(target)).toEqual(['a', 'b', 'c']);

  const earlier = await restored(place, between);
  expect(earlier.result.lastTransaction! < between).toBe(true);
  expect(await notes(earlier.target)).toEqual(['a', 'b']);

  const refusals: readonly (readonly [Moment, string])[] = [
    [new Date(Date.now() + 60_000), 'The archived WAL ends before '],
    [new Date(Date.UTC(2026, 0, 1)), 'nothing before it can be restored'],
  ];
  for (const [moment, reason] of refusals) {
    const empty = { ...place, dataDir: join(folder, randomUUID()) };
    await expect(restoreAt(empty, s3.settings, moment)).rejects.toThrow(reason);
    expect((await readdir(empty.dataDir)).filter((name) => !name.startsWith('server.'))).toEqual([]);
  }
  await expect(restoreAt(target, s3.settings, 'latest')).rejects.toThrow('is not empty');
  const external = { ...place, databaseUrl: 'postgres://elsewhere' };
  await expect(restoreAt(external, s3.settings, 'latest')).rejects.toThrow('DATABASE_URL names another');
});

test.each([
  [true, {}],
  [false, { backupStore: undefined }],
  [false, { backupHours: 0 }],
  [false, { databaseUrl: 'postgres://elsewhere' }],
])('it is kept: %s, with %j', (kept, further) => {
  const settings = { databaseUrl: undefined, backupStore: s3.settings, backupHours: 24, ...further };
  expect(archivesWal(settings)).toBe(kept && process.platform !== 'win32');
});

test('while the store is away WAL stays in the data folder, and the log says so once', async () => {
  const place = installation('two', { ...s3.settings, prefix: 'away/' });
  const { lines, log } = memoryLog();
  {
    await using db = await open(place, log);
    await untilBases(place);
    s3.setWay('broken');
    await db.note('a');
    await db.query('select pg_switch_wal()');
    await expect.poll(() => lines.join('')).toContain('WAL cannot be archived');
    await db.note('b');
    await db.query('select pg_switch_wal()');
    s3.setWay('open');
    await expect.poll(() => lines.join('')).toContain('WAL is archived again');
    expect(lines.filter((line) => line.includes('"msg":"WAL '))).toHaveLength(2);
  }
  expect(await notes((await restored(place, 'latest')).target)).toEqual(['a', 'b']);
});

test('half a WAL file is the end when it is the last, and is named when it is not', async () => {
  const place = installation('halves', { ...s3.settings, prefix: 'halves/' });
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
  expect(await notes((await restored(place, 'latest')).target)).toEqual(['a']);
  {
    await using db = await open(place);
    await db.note('c');
  }
  await expect(restored(place, 'latest')).rejects.toThrow(
    `The WAL file ${damaged} in ${store.place} is damaged`,
  );
  await store.delete(damaged);
  expect(await notes((await restored(place, 'latest')).target)).toEqual(['a']);
});

test('a WAL file whose upload was cut by the end of the server is stored again', async () => {
  const files = openFileStore(join(folder, 'no files'));
  using store = openS3Store({ ...s3.settings, prefix: 'cut/' });
  const postgres = join(folder, 'cut');
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

test('a folder that ran unarchived, or an older copy of it, begins a new line', async () => {
  const place = installation('three', { ...s3.settings, prefix: 'lines/' });
  const copy = { ...place, dataDir: join(folder, 'copy') };
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
  expect(await notes((await restored(place, 'latest')).target)).toEqual(['a', 'b']);
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

test('base backups beyond the limit are deleted with the WAL and the objects that only they need', async () => {
  using store = openS3Store({ ...s3.settings, prefix: 'pruned/' });
  const live = openFileStore(join(folder, 'live'));
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
  const place = installation('ahead', { ...s3.settings, prefix: 'ahead/' });
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
  const { result, target } = await restored(place, 'latest');
  expect(Math.abs(Date.now() - result.base.getTime())).toBeLessThan(10 * 60_000);
  expect(await notes(target)).toEqual(['a', 'b', 'c']);
  const empty = { ...place, dataDir: join(folder, randomUUID()) };
  const tooEarly = restoreAt(empty, place.backupStore!, new Date(Date.UTC(2026, 0, 1)));
  await expect(tooEarly).rejects.toThrow(`is of ${result.base.toISOString()}`);

  const copier = createObjectCopier(openFileStore(join(place.dataDir, 'files')), store);
  await store.put(`files/${randomUUID()}`, Buffer.from('photo'));
  await pruneArchive(store, copier, '', 2);
  expect(await listKeys(store, 'files/')).toHaveLength(1);
  await pruneArchive(store, copier, '', 1);
  expect(await keys()).not.toContain(wrong);
  expect(await notes((await restored(place, 'latest')).target)).toEqual(['a', 'b', 'c']);
});
