import { mkdir, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ArchiveError,
  readArchive,
  readTar,
  writeArchive,
  type ArchiveEntry,
  type ArchiveWriter,
} from './archive.ts';
import { verifyArchive } from './verify.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-archive-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** How much of an entry a reader consumes: all, some chunks, or nothing. */
const appetite = fc.constantFrom('whole', 'part', 'nothing');
const entry = fc.record({
  name: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 150 }).map((text) => `e/${text}`),
  // Larger than one chunk of a stream, at times.
  size: fc.oneof(fc.nat(600), fc.nat(200_000)),
  fill: fc.nat(255),
  fromFile: fc.boolean(),
  appetite,
});
type Entry = typeof entry extends fc.Arbitrary<infer Value> ? Value : never;

/** Content without repeated chunks. */
function bytesOf({ size, fill }: Pick<Entry, 'size' | 'fill'>): Buffer {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; at += 1) bytes[at] = fill + at * 7 + (at >> 8);
  return bytes;
}

async function write(path: string, entries: readonly Entry[]): Promise<void> {
  const source = join(folder, 'source');
  const work = async (archive: ArchiveWriter): Promise<void> => {
    for (const each of entries) {
      if (!each.fromFile) {
        await archive.add(each.name, bytesOf(each));
        continue;
      }
      await writeFile(source, bytesOf(each));
      await using file = await open(source);
      const { size } = await file.stat();
      await archive.addStream(each.name, size, file.createReadStream({ autoClose: false }));
    }
  };
  await writeArchive(path, work, async () => {});
}

/** The bytes in chunks of the given sizes, over and over. */
function* chunked(bytes: Buffer, sizes: readonly number[]): Generator<Buffer> {
  for (let [at, turn] = [0, 0]; at < bytes.byteLength; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.byteLength;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

async function take({ content }: ArchiveEntry, { appetite: wanted }: Entry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  if (wanted === 'nothing') return Buffer.alloc(0);
  for await (const chunk of content) {
    chunks.push(chunk);
    if (wanted === 'part') break;
  }
  return Buffer.concat(chunks);
}

test('K6: reads an archive as it was written, wherever chunks end and however much is consumed', async () => {
  const path = join(folder, 'random.tar.gz');
  // One larger size keeps the number of chunks low.
  const sizes = fc
    .array(fc.integer({ min: 1, max: 70_000 }), { maxLength: 8 })
    .map((some) => [...some, 4099]);
  const property = fc.asyncProperty(fc.array(entry, { maxLength: 8 }), sizes, async (entries, chunkSizes) => {
    await write(path, entries);
    const checksums = new Set<string>();
    const readBy = async (read: (onEntry: (each: ArchiveEntry) => Promise<void>) => Promise<string>) => {
      const left = [...entries];
      checksums.add(
        await read(async (each) => {
          const expected = left.shift()!;
          expect([each.name, each.size]).toEqual([expected.name, expected.size]);
          const taken = await take(each, expected);
          const whole = bytesOf(expected);
          expect(taken.equals(whole.subarray(0, taken.byteLength))).toBe(true);
          if (expected.appetite === 'whole') expect(taken.byteLength).toBe(whole.byteLength);
        }),
      );
      expect(left).toEqual([]);
    };
    await readBy((onEntry) => readArchive(path, onEntry));
    const unpacked = await buffer(Readable.from([await readFile(path)]).pipe(createGunzip()));
    await readBy((onEntry) => readTar([Readable.from(chunked(unpacked, chunkSizes))], onEntry));
    expect(checksums.size).toBe(1);
  });
  await fc.assert(property, { numRuns: 100 });
}, 120_000);

test('K6: rejects an archive with a changed byte or a missing end', async () => {
  const path = join(folder, 'altered.tar.gz');
  const property = fc.asyncProperty(
    fc.array(entry, { minLength: 1, maxLength: 4 }),
    fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    fc.boolean(),
    async (entries, place, cut) => {
      await write(path, entries);
      const unpacked = await buffer(Readable.from([await readFile(path)]).pipe(createGunzip()));
      // The first byte of an entry's content: headers hold fields that nothing reads.
      const target = entries.findIndex(({ size }) => size > 0);
      fc.pre(target !== -1 || cut);
      const content = bytesOf(entries[target] ?? entries[0]!);
      if (!cut) unpacked[unpacked.indexOf(content)]! ^= 1;
      const altered = cut ? unpacked.subarray(0, Math.floor(unpacked.byteLength * place * 0.9)) : unpacked;
      const read = readTar([Readable.from(chunked(altered, [5000]))], async () => {});
      await expect(read).rejects.toThrow(ArchiveError);
    },
  );
  await fc.assert(property, { numRuns: 40 });
}, 120_000);

const version = '11111111-1111-4111-8111-111111111111';
const photo = `files/objects/${version}`;

/** The parts of a backup, sound unless replaced; undefined leaves a part out. */
async function backup(parts: Readonly<Record<string, string | undefined>>): Promise<string> {
  const path = join(folder, 'parts.tar.gz');
  const table = {
    schema: 'storage',
    name: 'objects',
    columns: ['id', 'version'],
    types: ['uuid', 'text'],
  };
  const manifest = {
    format: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    migrations: { platform: [], product: [] },
    tables: [table],
    sequences: [],
  };
  const sound = {
    [photo]: 'bytes',
    'manifest.json': JSON.stringify(manifest),
    'database/storage.objects/000001.jsonl': `["1","${version}"]\n`,
  };
  const work = async (archive: ArchiveWriter): Promise<void> => {
    for (const [name, text] of Object.entries({ ...sound, ...parts }))
      if (text !== undefined) await archive.add(name, Buffer.from(text));
  };
  await writeArchive(path, work, async () => {});
  return path;
}

test('K6: verification finds rows that do not parse, a missing manifest and missing files', async () => {
  const rows = 'database/storage.objects/000001.jsonl';
  expect(await verifyArchive(await backup({}))).toMatchObject({
    rows: { 'storage.objects': 1 },
    files: 1,
    missingFiles: 0,
  });
  expect(await verifyArchive(await backup({ [photo]: undefined }))).toMatchObject({
    files: 0,
    missingFiles: 1,
  });
  for (const [parts, reason] of [
    [{ [rows]: '["1","a"\n' }, 'has a line that is not JSON'],
    [{ [rows]: '["1"]\n' }, 'has a row that does not fit its table'],
    [{ [rows]: '["1",2]\n' }, 'has a row that does not fit its table'],
    [{ 'manifest.json': undefined, [rows]: undefined }, 'it has no manifest'],
    [{ 'manifest.json': undefined }, 'belongs to no table of its manifest'],
    [{ 'manifest.json': '{"format":2}' }, 'its manifest is not readable'],
  ] as const)
    await expect(verifyArchive(await backup(parts))).rejects.toThrow(reason);
});

test('K6: an archive that fails its check never gets its name and leaves no file', async () => {
  const target = join(folder, 'checked');
  await mkdir(target);
  const work = (archive: ArchiveWriter): Promise<void> => archive.add('manifest.json', Buffer.from('{}'));
  const written = writeArchive(join(target, 'backup.tar.gz'), work, async (path) => {
    await verifyArchive(path);
  });
  await expect(written).rejects.toThrow('its manifest is not readable');
  expect(await readdir(target)).toEqual([]);
});

test('K6: explains a missing archive, or a folder in its place, in one sentence', async () => {
  const missing = join(folder, 'missing.tar.gz');
  await expect(verifyArchive(missing)).rejects.toThrow(`There is no archive ${missing}.`);
  await expect(verifyArchive(folder)).rejects.toThrow(`${folder} is a folder. Name the archive file.`);
  const write = writeArchive(
    folder,
    async () => {},
    async () => {},
  );
  await expect(write).rejects.toThrow(`${folder} is a folder. Name the file to write`);
});
