import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { access, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Header } from 'tar-stream';

/** The archive is truncated, altered, or none of ours; the message says so to the operator. */
export class ArchiveError extends Error {}

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Adds an open file, without holding it in memory. */
  addFile(name: string, file: FileHandle): Promise<void>;
}

export interface ArchiveEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** To be read to its end, or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

/** The last entry: SHA-256, in hex, over name, size and bytes of all entries before it. */
const checksumName = 'checksum';

/** Makes renames in a folder survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using folder = await open(path, 'r');
  await folder.sync();
}

async function fill(target: FileHandle, work: (archive: ArchiveWriter) => Promise<void>): Promise<void> {
  const tar = pack();
  const hash = createHash('sha256');
  const begin = (name: string, size: number): Pick<Header, 'name' | 'size' | 'mode'> => {
    hash.update(`${name}\n${size}\n`);
    return { name, size, mode: 0o600 };
  };
  const add = (name: string, bytes: Buffer): Promise<void> => {
    const header = begin(name, bytes.byteLength);
    hash.update(bytes);
    return new Promise((resolve, reject) => {
      tar.entry(header, bytes, (error) => (error ? reject(error) : resolve()));
    });
  };
  const written = pipeline(tar, createGzip(), async (compressed: AsyncIterable<Buffer>) => {
    for await (const chunk of compressed) await target.writeFile(chunk);
  });
  const packed = (async () => {
    await work({
      add,
      async addFile(name, file) {
        const { size } = await file.stat();
        let finished: (error?: Error | null) => void = () => {};
        const packed = new Promise<void>((resolve, reject) => {
          finished = (error) => (error ? reject(error) : resolve());
        });
        // Told of where it is awaited.
        packed.catch(() => {});
        const entry = tar.entry(begin(name, size), finished);
        entry.on('error', finished);
        for await (const chunk of file.createReadStream({ autoClose: false })) {
          hash.update(chunk as Buffer);
          if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), packed]);
        }
        entry.end(undefined);
        await packed;
      },
    });
    await add(checksumName, Buffer.from(hash.copy().digest('hex')));
    tar.finalize();
  })();
  // Whichever fails first ends the other: a full disk, or a database that went away.
  packed.catch((error: Error) => tar.destroy(error));
  await Promise.all([written, packed]);
}

/**
 * Writes an archive (.tar.gz, mode 600) of what `work` adds. It appears under its name only once it is whole and would
 * survive a power cut; when something fails nothing is left.
 * @returns its size in bytes
 */
export async function writeArchive(
  path: string,
  work: (archive: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    let size: number;
    {
      await using file = await open(temporary, 'wx', 0o600);
      await fill(file, work);
      await file.sync();
      ({ size } = await file.stat());
    }
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return size;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads the entries in turn and gives the checksum of what it read, and the one that the archive ends with. */
async function readEntries(
  entries: AsyncIterable<AsyncIterable<unknown> & { readonly header: Header }>,
  damaged: (reason: string) => ArchiveError,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<{ readonly computed: string; readonly written: string }> {
  const hash = createHash('sha256');
  let written = '';
  for await (const source of entries) {
    const { name, size } = source.header;
    const chunks: AsyncIterable<Buffer> = (async function* () {
      try {
        for await (const chunk of source) if (Buffer.isBuffer(chunk)) yield chunk;
      } catch (error) {
        throw damaged((error as Error).message);
      }
    })();
    if (written !== '') throw new Error('something follows the checksum');
    if (name === checksumName) {
      for await (const chunk of chunks) written += chunk.toString();
      continue;
    }
    hash.update(`${name}\n${size}\n`);
    const content = (async function* () {
      for await (const chunk of chunks) {
        hash.update(chunk);
        yield chunk;
      }
    })();
    await onEntry({ name, size, content });
    await content.next();
  }
  return { computed: hash.digest('hex'), written };
}

/**
 * Hands the entries of an archive to `onEntry`, in their order and one at a time, and compares the checksum.
 * @returns the checksum, in hex
 * @throws ArchiveError when the archive is not whole, which is known only at its end; what `onEntry` throws
 */
export async function readArchive(
  path: string,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<string> {
  const damaged = (reason: string): ArchiveError =>
    new ArchiveError(`${path} is damaged, or no backup of this product (${reason}). Nothing was restored.`);
  let refusal: { readonly reason: unknown } | undefined;
  const tar = extract();
  await access(path);
  const read = readEntries(tar, damaged, async (entry) => {
    try {
      await onEntry(entry);
    } catch (error) {
      refusal = { reason: error };
      throw error;
    }
  });
  const [unpacked, result] = await Promise.allSettled([
    pipeline(createReadStream(path), createGunzip(), tar),
    read,
  ]);
  if (refusal) throw refusal.reason;
  if (unpacked.status === 'rejected') throw damaged((unpacked.reason as Error).message);
  if (result.status === 'rejected') throw damaged((result.reason as Error).message);
  const { computed, written } = result.value;
  if (written === '') throw damaged('its end is missing');
  if (written !== computed) throw damaged('the checksum differs');
  return computed;
}

/** The whole of an entry that is small. */
export async function readWhole({ content }: ArchiveEntry): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
