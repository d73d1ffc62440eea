import { createHash, randomUUID, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack, type Header } from 'tar-stream';
import { syncFolder } from '../disk/atomic-file.ts';
import { explainFileError } from '../disk/file-errors.ts';
import { OperatorError } from '../util/operator-error.ts';

/** The archive is truncated, corrupt, or not one of ours. The message is the reason, as part of a sentence. */
export class ArchiveError extends Error {}

export interface ArchiveWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Adds `size` bytes without holding them in memory. @throws Error when there are fewer or more */
  addStream(name: string, size: number, content: AsyncIterable<Uint8Array>): Promise<void>;
}

export interface ArchiveEntry {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** The reader may consume it to the end, in part, or not at all. */
  readonly content: AsyncIterable<Buffer>;
}

/** The last entry: SHA-256, in hex, over name, size and bytes of all entries before it. */
const checksumName = 'checksum';

/** Words a failure to write the archive. @throws OperatorError */
function cannotWrite(path: string, error: unknown): never {
  throw new OperatorError(
    `${path} cannot be written: ${explainFileError(error)}. Nothing of the backup was kept. Make room there, or name another file.`,
  );
}

async function fill<Written>(
  path: string,
  target: FileHandle,
  work: (archive: ArchiveWriter) => Promise<Written>,
) {
  const tar = pack();
  const hash = createHash('sha256');
  const begin = (name: string, size: number) => {
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
  let unwritten: unknown;
  const write = async (chunk: Buffer): Promise<void> => {
    await target.writeFile(chunk).catch((error: unknown) => {
      unwritten ??= error;
      throw error;
    });
  };
  const compressed = pipeline(tar, createGzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) await write(chunk);
  });
  const packed = (async () => {
    const written = await work({
      add,
      async addStream(name, size, content) {
        const { promise: packed, resolve, reject } = Promise.withResolvers<void>();
        const finished = (error?: Error | null): void => (error ? reject(error) : resolve());
        // The await below reports the error.
        packed.catch(() => {});
        const entry = tar.entry(begin(name, size), finished);
        entry.on('error', finished);
        for await (const chunk of content) {
          hash.update(chunk);
          if (!entry.write(chunk)) await Promise.race([once(entry, 'drain'), packed]);
        }
        entry.end(undefined);
        await packed;
      },
    });
    await add(checksumName, Buffer.from(hash.copy().digest('hex')));
    tar.finalize();
    return written;
  })();
  // The first failure, such as a full disk or a lost database, ends the other side.
  packed.catch((error: Error) => tar.destroy(error));
  const [result] = await Promise.all([packed, compressed]).catch((error: unknown) => {
    // A failed write aborts the other side, whose error may come first.
    if (unwritten !== undefined) cannotWrite(path, unwritten);
    throw error;
  });
  return result;
}

/**
 * Writes an archive (.tar.gz, mode 600) of the entries that `work` adds. It gets its name once it is whole, has passed
 * `check` and would survive a power cut; a failure leaves nothing behind.
 * @param check reads the archive back from a path, and throws when it is damaged
 * @returns its size in bytes, and the result of `work`
 * @throws OperatorError when `path` is a folder or cannot be written; errors of `work` and `check`
 */
export async function writeArchive<Written>(
  path: string,
  work: (archive: ArchiveWriter) => Promise<Written>,
  check: (path: string, written: Written) => Promise<void>,
): Promise<{ readonly size: number; readonly written: Written }> {
  if ((await stat(path).catch(() => undefined))?.isDirectory())
    throw new OperatorError(`${path} is a folder. Name the file to write, such as ${path}/backup.tar.gz.`);
  const temporary = `${path}.${randomUUID()}.part`;
  try {
    let size: number;
    let written: Written;
    {
      await using file = await open(temporary, 'wx', 0o600).catch((error) => cannotWrite(path, error));
      written = await fill(path, file, work);
      await file.sync().catch((error) => cannotWrite(path, error));
      ({ size } = await file.stat());
    }
    await check(temporary, written);
    await rename(temporary, path).catch((error) => cannotWrite(path, error));
    await syncFolder(dirname(path));
    return { size, written };
  } catch (error) {
    // The failure itself is what the operator has to know.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/**
 * Adds an entry's content to the checksum as it is read. The iterator has no `return`, so a reader that stops early does
 * not close the entry, and the rest can still be hashed.
 */
function hashed(source: AsyncIterable<unknown>, hash: Hash): AsyncIterable<Buffer> {
  const chunks = source[Symbol.asyncIterator]();
  const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
    const { done, value } = await chunks.next().catch((error: Error) => {
      throw new ArchiveError(error.message);
    });
    if (done) return { done, value: undefined };
    if (!Buffer.isBuffer(value)) throw new ArchiveError('an entry is not binary');
    hash.update(value);
    return { done: false, value };
  };
  return { [Symbol.asyncIterator]: () => ({ next }) };
}

const hashCharacters = 64;

/** The text of the last entry. Its length is checked first: it would be held in memory whatever it is. */
async function readChecksum(source: AsyncIterable<unknown>, size: number | undefined): Promise<string> {
  if (size !== hashCharacters) throw new ArchiveError('its checksum is not one');
  let written = '';
  for await (const chunk of source) written += String(chunk);
  return written;
}

/** Reads the entries in turn and compares their checksum with the one at the end of the archive. */
async function readEntries(
  entries: AsyncIterable<AsyncIterable<unknown> & { readonly header: Header }>,
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256');
  let written = '';
  for await (const source of entries) {
    const { name, size, type } = source.header;
    if (written !== '') throw new ArchiveError('something follows the checksum');
    // A backup holds no links, folders or devices.
    if (type !== 'file') throw new ArchiveError(`“${name}” is not a plain file`);
    if (name === checksumName) {
      written = await readChecksum(source, size);
      continue;
    }
    hash.update(`${name}\n${size}\n`);
    const content = hashed(source, hash);
    await onEntry({ name, size, content });
    // The checksum also covers the content that the caller left unread.
    for await (const _rest of content);
  }
  const computed = hash.digest('hex');
  if (written === '') throw new ArchiveError('its end is missing');
  if (written !== computed) throw new ArchiveError('the checksum differs');
  return computed;
}

/**
 * Hands the entries of a tar stream to `onEntry`, in order and one at a time, and compares the checksum.
 * @param stages the source of the tar, then the streams that unpack it
 * @returns the checksum, in hex
 * @throws ArchiveError when the archive is damaged, which shows only at its end; errors of `onEntry`
 */
export async function readTar(
  stages: readonly [NodeJS.ReadableStream, ...NodeJS.ReadWriteStream[]],
  onEntry: (entry: ArchiveEntry) => Promise<void>,
): Promise<string> {
  let refusal: { readonly reason: unknown } | undefined;
  const tar = extract();
  const read = readEntries(tar, async (entry) => {
    try {
      await onEntry(entry);
    } catch (error) {
      refusal = { reason: error };
      throw error;
    }
  });
  const [unpacked, result] = await Promise.allSettled([pipeline([...stages, tar]), read]);
  if (refusal) throw refusal.reason;
  if (result.status === 'rejected' && result.reason instanceof ArchiveError) throw result.reason;
  // A failed stream also ends the reader, whose own error is less specific.
  if (unpacked.status === 'rejected') throw new ArchiveError((unpacked.reason as Error).message);
  if (result.status === 'rejected') throw new ArchiveError((result.reason as Error).message);
  return result.value;
}

/** Reads an archive file as `readTar` does. @throws OperatorError when there is no such file; errors of `readTar` */
export async function readArchive(path: string, onEntry: (entry: ArchiveEntry) => Promise<void>) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new OperatorError(`There is no archive ${path}.`);
  if (found.isDirectory()) throw new OperatorError(`${path} is a folder. Name the archive file.`);
  return readTar([createReadStream(path), createGunzip()], onEntry);
}

/** A part of a table's rows has a megabyte, or one row. */
export const maxInMemoryBytes = 256 * 1024 * 1024;

/** Reads an entry into memory. @throws ArchiveError when it is larger than any that a backup writes */
export async function readContent({ name, content, size }: ArchiveEntry): Promise<Buffer> {
  if (size > maxInMemoryBytes) throw new ArchiveError(`“${name}” is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
