import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeArchive } from '../backup/archive.ts';
import { emptyInstallation } from '../testing/backup.ts';
import { openS3Store } from '../object-store/s3.ts';
import { startS3, type TestS3 } from '../testing/object-store.ts';
import { uploadFile } from '../object-store/transfer.ts';
import { expandWal } from './compression.ts';
import { baseKey } from './layout.ts';
import { restoreAt } from './restore.ts';

let folder = '';
let s3: TestS3;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-wal-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** Restores a base backup of these entries. Nothing is left: neither in the data folder nor beside it. */
async function refusalOf(entries: readonly (readonly [name: string, text: string])[]): Promise<string> {
  await using stack = new AsyncDisposableStack();
  const settings = { ...s3.settings, prefix: `${randomUUID()}/` };
  const path = join(folder, 'base.tar.gz');
  await rm(path, { force: true });
  await writeArchive(
    path,
    async (archive) => {
      for (const [name, text] of entries) await archive.add(name, Buffer.from(text));
    },
    async () => {},
  );
  const base = { line: randomUUID(), time: new Date(), firstFile: '000000010000000000000001' };
  await uploadFile(stack.use(openS3Store(settings)), baseKey(base), path);
  const installation = await emptyInstallation(stack, false);
  const { message } = await restoreAt(installation, settings, 'latest').then(
    () => new Error('It was restored.'),
    (error: Error) => error,
  );
  const left = await readdir(installation.dataDir);
  expect(left.filter((name) => !/^server\.(json|lock)$/.test(name))).toEqual([]);
  expect(await readdir(dirname(installation.dataDir))).toEqual(['data']);
  return message;
}

test.each([
  ['postgres/../../../outside'],
  ['postgres/../secrets.json'],
  ['postgres/../files/objects/x'],
  ['postgres/base/../../../../../outside'],
])('a base backup with a file %s is refused, and nothing is left', async (name) => {
  expect(await refusalOf([[name, 'x']])).toContain('The archive has a file');
});

test.each([['../outside'], ['base/../../../outside'], ['/../outside']])(
  'a base backup with a folder %s is refused, and nothing is left',
  async (name) => {
    expect(await refusalOf([['folders.json', JSON.stringify(['base', name])]])).toContain(
      'The archive has a file',
    );
  },
);

test('a base backup that holds a file twice is refused, and nothing is left', async () => {
  expect(
    await refusalOf([
      ['postgres/PG_VERSION', '18'],
      ['postgres/PG_VERSION', '17'],
    ]),
  ).toContain('EEXIST');
});

test('a WAL file that unpacks to more than PostgreSQL writes counts as damaged', async () => {
  expect(await expandWal(gzipSync(Buffer.alloc(16 * 1024 ** 2)))).toHaveLength(16 * 1024 ** 2);
  expect(await expandWal(gzipSync(Buffer.alloc(65 * 1024 ** 2)))).toBeUndefined();
});
