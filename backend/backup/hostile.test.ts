import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack, type Header } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate, readAppliedMigrations } from '../db/migrate.ts';
import type { Manifest } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { emptyInstallation, openExternal, supabaseDir } from '../testing/backup.ts';

/** Archives that somebody else has made: their checksum is right. */
interface Entry {
  readonly name: string;
  readonly type?: NonNullable<Header['type']>;
  readonly linkname?: string;
  readonly bytes?: Buffer | string;
  /** Zeros in place of bytes. */
  readonly zeros?: number;
}

let folder = '';
let migrations: Manifest['migrations'];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-hostile-'));
  await using stack = new AsyncDisposableStack();
  const { databaseUrl } = await emptyInstallation(stack, true);
  const db = openExternal(databaseUrl, stack);
  await migrate(db, supabaseDir);
  migrations = await readAppliedMigrations(db);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function archiveOf(entries: readonly Entry[], sum?: Entry): Promise<string> {
  const path = join(folder, `${randomUUID()}.tar.gz`);
  const tar = pack();
  const written = pipeline(tar, createGzip({ level: 1 }), createWriteStream(path));
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(1024 * 1024);
  const add = async ({ name, type = 'file', linkname, bytes = '', zeros }: Entry): Promise<void> => {
    const content = Buffer.from(bytes);
    const size = zeros ?? content.byteLength;
    hash.update(`${name}\n${size}\n`).update(content);
    await new Promise<void>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve());
      const header = { name, type, size, ...(linkname !== undefined && { linkname }) };
      if (zeros === undefined) {
        tar.entry(header, content, done);
        return;
      }
      const entry = tar.entry(header, done);
      for (let left = zeros; left > 0; left -= chunk.byteLength) {
        const part = chunk.subarray(0, Math.min(left, chunk.byteLength));
        hash.update(part);
        entry.write(part);
      }
      entry.end(undefined);
    });
  };
  for (const entry of entries) await add(entry);
  await add(sum ?? { name: 'checksum', bytes: hash.copy().digest('hex') });
  tar.finalize();
  await written;
  return path;
}

const manifestOf = (changes: Partial<Manifest> = {}): Entry => ({
  name: 'manifest.json',
  bytes: JSON.stringify({
    format: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations,
    tables: [],
    sequences: [],
    ...changes,
  }),
});

const version = '11111111-1111-4111-8111-111111111111';
const photo: Entry = { name: `files/objects/${version}`, bytes: 'photo' };
const buckets = { schema: 'storage', name: 'buckets', columns: ['id', 'name'], types: ['text', 'text'] };
const bucketRows = (...lines: string[]): Entry => ({
  name: 'database/storage.buckets/000001.jsonl',
  bytes: lines.map((line) => `${line}\n`).join(''),
});

/** The reason why the archive is refused. Nothing is left: neither in the data folder, nor beside it, nor in the database. */
async function refusalOf(archive: string): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, true);
  const { message } = await restoreBackup(installation, archive).then(
    () => new Error('It was restored.'),
    (error: Error) => error,
  );
  const left = await readdir(installation.dataDir).catch(() => []);
  // The lock of the folder and its description.
  expect(left.filter((name) => !/^server\.(json|lock)$/.test(name))).toEqual([]);
  const beside = await readdir(dirname(installation.dataDir));
  expect(beside.filter((name) => name !== 'data')).toEqual([]);
  const db = openExternal(installation.databaseUrl, stack);
  expect(await db.query(`select from pg_namespace where nspname = 'storage'`)).toEqual([]);
  return message;
}

test('an archive of somebody else restores as long as it is sound; types come from the migrations', async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, true);
  const table = { ...buckets, types: ['text', 'text); drop table auth.users; --'] };
  const archive = await archiveOf([photo, manifestOf({ tables: [table] }), bucketRows('["loose","loose"]')]);
  const summary = await restoreBackup(installation, archive);
  expect(summary).toMatchObject({ files: 0, rows: { 'storage.buckets': 1 } });
  const db = openExternal(installation.databaseUrl, stack);
  expect(await db.query('select id from storage.buckets')).toEqual([{ id: 'loose' }]);
  expect(await db.query(`select to_regclass('auth.users')::text as users`)).toEqual([
    { users: 'auth.users' },
  ]);
});

const objects = {
  schema: 'storage',
  name: 'objects',
  columns: ['bucket_id', 'name', 'version', 'metadata'],
  types: ['text', 'text', 'text', 'jsonb'],
};
/** The archive's entries of one object, whose row says `metadata`, after its file. */
const objectEntries = (file: Entry, metadata: string | null): readonly Entry[] => [
  file,
  manifestOf({ tables: [buckets, objects] }),
  bucketRows('["loose","loose"]'),
  {
    name: 'database/storage.objects/000001.jsonl',
    bytes: `${JSON.stringify(['loose', 'a.jpg', version, metadata])}\n`,
  },
];

test('P12: a restore takes the files that rows name, and leaves all others in the archive', async () => {
  await using stack = new AsyncDisposableStack();
  const installation = await emptyInstallation(stack, true);
  const unnamed = { name: `files/objects/${randomUUID()}`, zeros: 64 * 1024 ** 2 };
  const archive = await archiveOf([unnamed, ...objectEntries(photo, '{"size":5}')]);
  expect(await restoreBackup(installation, archive)).toMatchObject({ files: 1 });
  expect(await readdir(join(installation.dataDir, 'files/objects'), { recursive: true })).toEqual([version]);
});

test.each<[string, Entry, string | null]>([
  ['more bytes than its row says', photo, '{"size":4}'],
  ['bytes where its row says none', photo, '{"size":0}'],
  ['hundreds of megabytes and a row without a size', { name: photo.name, zeros: 257 * 1024 ** 2 }, null],
  ['hundreds of megabytes and a size in words', { name: photo.name, zeros: 257 * 1024 ** 2 }, '{"size":"5"}'],
])('P12: an archive with a file of %s is refused', async (_, file, metadata) => {
  expect(await refusalOf(await archiveOf(objectEntries(file, metadata)))).toContain(
    `“${photo.name}” is larger than the row of its object says`,
  );
});

test.each<[string, Entry]>([
  ['a name that leaves the folder', { name: '../outside', bytes: 'x' }],
  ['a file that leaves the folder', { name: `files/objects/../../../outside`, bytes: 'x' }],
  ['a file that replaces the keys', { name: 'files/../secrets.json', bytes: '{}' }],
  ['an absolute name', { name: '/tmp/outside', bytes: 'x' }],
  ['an absolute name of a file', { name: 'files//tmp/outside', bytes: 'x' }],
  ['a name with backslashes', { name: 'files\\..\\..\\outside', bytes: 'x' }],
  ['a file of another folder', { name: `files/other/${version}`, bytes: 'x' }],
  ['a file with another name', { name: 'files/objects/photo.jpg', bytes: 'x' }],
  ['a file behind the name of an object', { name: `files/objects/${version}/x`, bytes: 'x' }],
  ['an entry of no backup', { name: 'postgres/postgresql.conf', bytes: 'x' }],
])('an archive with %s is refused before anything is written', async (_, entry) => {
  expect(await refusalOf(await archiveOf([entry, manifestOf()]))).toContain(
    `“${entry.name}” belongs to no backup`,
  );
});

test.each<[string, Entry]>([
  ['a symbolic link', { name: photo.name, type: 'symlink', linkname: '/etc/passwd' }],
  ['a hard link', { name: photo.name, type: 'link', linkname: '/etc/passwd' }],
  ['a folder', { name: `${photo.name}/`, type: 'directory' }],
  ['a device', { name: photo.name, type: 'character-device' }],
  ['a pipe', { name: photo.name, type: 'fifo' }],
  ['keys that are a link', { name: 'secrets.json', type: 'symlink', linkname: '/etc/passwd' }],
])('an archive with %s is refused before anything is written', async (_, entry) => {
  expect(await refusalOf(await archiveOf([entry, manifestOf()]))).toContain('is not a plain file');
});

test.each<[string, readonly Entry[]]>([
  ['a file', [photo, photo]],
  [
    'the keys',
    [
      { name: 'secrets.json', bytes: '{}' },
      { name: 'secrets.json', bytes: '{}' },
    ],
  ],
  ['a part of the rows', [bucketRows('["one","one"]'), bucketRows('["two","two"]')]],
  ['the manifest', [manifestOf()]],
])('an archive that holds %s twice is refused', async (_, entries) => {
  expect(await refusalOf(await archiveOf([manifestOf({ tables: [buckets] }), ...entries]))).toContain(
    'twice',
  );
});

/** More than any entry that is held in memory may have, in bytes. */
const zeroBytes = 257 * 1024 ** 2;
test.each<[string, () => readonly Entry[], string, Entry?]>([
  ['rows', () => [manifestOf({ tables: [buckets] }), { ...bucketRows(), zeros: zeroBytes }], 'too large'],
  ['a manifest', () => [{ name: 'manifest.json', zeros: zeroBytes }], 'too large'],
  ['a checksum', () => [manifestOf()], 'its checksum is not one', { name: 'checksum', zeros: zeroBytes }],
])('an archive with %s of hundreds of megabytes is refused before they are in memory', async (...given) => {
  const [, entries, reason, sum] = given;
  expect(await refusalOf(await archiveOf(entries(), sum))).toContain(reason);
});

const injection = `x"; drop table auth.users; --`;
test.each<[string, Partial<Manifest>, Entry, string]>([
  ['a table', { tables: [{ ...buckets, name: injection }] }, photo, 'which the migrations lack'],
  ['a column', { tables: [{ ...buckets, columns: ['id', injection] }] }, bucketRows('["a","b"]'), 'lack'],
  [
    'a table of PostgreSQL',
    { tables: [{ ...buckets, schema: 'pg_catalog', name: 'pg_authid' }] },
    { name: 'database/pg_catalog.pg_authid/000001.jsonl', bytes: '["a","b"]\n' },
    'which the migrations lack',
  ],
  [
    'a table of the migrations',
    { tables: [{ ...buckets, schema: 'supabase_migrations', name: 'schema_migrations' }] },
    { name: 'database/supabase_migrations.schema_migrations/000001.jsonl', bytes: '["a","b"]\n' },
    'which the migrations lack',
  ],
  [
    'a sequence',
    { sequences: [{ schema: 'auth', name: injection, last: '1', called: true }] },
    photo,
    'which the migrations lack',
  ],
  ['a migration', { migrations: { platform: [], product: ['../../../tmp/evil'] } }, photo, ''],
  ['a row of two rows', { tables: [buckets] }, bucketRows('["a","a"],["b","b"]'), 'not JSON'],
  ['a row with NUL', { tables: [buckets] }, bucketRows('["a","\\u0000"]'), ''],
])(
  'an archive whose manifest or rows lie about %s is refused, and nothing is left',
  async (_, lie, entry, reason) => {
    const message = await refusalOf(await archiveOf([manifestOf(lie), entry]));
    expect(message).not.toBe('It was restored.');
    expect(message).toContain(reason);
  },
);
