import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { createBackup } from './create.ts';
import { restoreBackup } from './restore.ts';
import { readTables, setFixedFormats, sqlName } from './tables.ts';
import { emptyInstallation, openExternal, openInstallation, read, signIn } from '../testing/backup.ts';

const account = { email: 'fidel@example.com', password: 'cordillera nevada 7' };
const bucket = 'archive';
let server: TestApp;
let folder = '';
let refreshToken = '';

beforeAll(async () => {
  server = await startTestApp();
  folder = await mkdtemp(join(tmpdir(), 'transfer-roundtrip-'));
  await asService('/auth/v1/admin/users', { ...account, email_confirm: true });
  await asService('/storage/v1/bucket', { name: bucket, public: true });
  const session = await signIn(server.request, 'password', account);
  ({ refresh_token: refreshToken } = (await session.json()) as { refresh_token: string });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** POSTs JSON or raw bytes with the secret key. */
async function asService(path: string, body: object): Promise<void> {
  const isBytes = Buffer.isBuffer(body);
  const response = await server.service(path, {
    method: 'POST',
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
    headers: {
      authorization: `Bearer ${server.context.config.keys.secret}`,
      'content-type': isBytes ? 'application/octet-stream' : 'application/json',
    },
  });
  expect(response.status, await response.text()).toBe(200);
}

function photoPath(place: number): string {
  return `/storage/v1/object/public/${bucket}/${place}.jpg`;
}

async function fill(photos: readonly Uint8Array[], tours: readonly string[]): Promise<void> {
  const { db } = server.context;
  await asService(`/storage/v1/bucket/${bucket}/empty`, {});
  for (const [place, bytes] of photos.entries())
    await asService(photoPath(place).replace('/public/', '/'), Buffer.from(bytes));
  await db.query('delete from public.walks');
  await db.query(
    `insert into public.walks (name, duration)
     select * from unnest($1::text[], array_fill('1 día'::text, array[cardinality($1)]))`,
    [tours],
  );
  await server.context.audit.settled();
}

/** Every row of every table that a backup holds, as text. */
function readRows(db: Database): Promise<Record<string, string[]>> {
  return db.transaction(async (transaction) => {
    await setFixedFormats(transaction);
    const rows: Record<string, string[]> = {};
    for (const table of await readTables(transaction)) {
      const found = await transaction.query<{ row: string }>(
        `select t::text as row from ${sqlName(table)} t order by 1`,
      );
      rows[sqlName(table)] = found.map(({ row }) => row);
    }
    return rows;
  });
}

const photo = fc
  .record({ size: fc.oneof(fc.nat(3000), fc.nat(150_000)), fill: fc.nat(255) })
  .map(({ size, fill }) => Uint8Array.from({ length: size }, (_, at) => fill + at * 7 + (at >> 8)));
// All text that PostgreSQL can store; the last column of a row may also be empty.
const tour = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 80 })
  .map((text) => text.replaceAll('\0', '') || 'x');
const installation = fc.record({
  photos: fc.array(photo, { maxLength: 40, size: 'max' }),
  tours: fc.array(tour, { maxLength: 400, size: 'max' }),
});

/** `e2e/long` restores many more. */
test.each([
  ['built-in', false],
  ['external', true],
])(
  'K6: restored to the %s database, every row and photo is the same, and people stay signed in',
  async (_, external) => {
    const archive = join(folder, 'backup.tar.gz');
    const property = fc.asyncProperty(installation, async ({ photos, tours }) => {
      await fill(photos, tours);
      const { files, missingFiles } = await createBackup(server.context.db, server.context.config, archive);
      expect([files, missingFiles]).toEqual([photos.length, 0]);

      await using stack = new AsyncDisposableStack();
      const target = await emptyInstallation(stack, external);
      await restoreBackup(target, archive);
      if (external)
        expect(await readRows(openExternal(target.databaseUrl, stack))).toEqual(
          await readRows(server.context.db),
        );
      const { context, request } = await openInstallation(target, stack);
      if (!external) expect(await readRows(context.db)).toEqual(await readRows(server.context.db));
      for (const [place, bytes] of photos.entries())
        expect((await read(request, photoPath(place))).equals(bytes), `photo ${place}`).toBe(true);
      expect((await signIn(request, 'refresh_token', { refresh_token: refreshToken })).status).toBe(200);
      expect((await signIn(request, 'password', account)).status).toBe(200);
    });
    await fc.assert(property, { numRuns: 1, endOnFailure: true });
  },
  240_000,
);
