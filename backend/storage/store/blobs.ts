import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { replaceFile } from '../../disk/atomic-file.ts';
import { isUuid } from '../../util/uuid.ts';
import { StorageError } from '../errors.ts';
import { createByteCache } from './byte-cache.ts';
import type { StoredObject } from './objects.ts';

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

type FindKnown = (versions: readonly string[]) => Promise<Iterable<string>>;

export type BlobContent = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const maxCachedFile = 256 * 1024;
const maxCachedTotal = 32 * 1024 * 1024;
const sweepBatch = 1000;
/** In milliseconds; much longer than an upload may take. */
const minAge = 60 * 60_000;

/** More orphans than this, and more than half of all files: the database is probably not the one of this folder. */
const suspiciousOrphans = 20;

/** The sweep found suspiciously many orphans and removed none. */
export class SuspiciousSweepError extends Error {}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function isOld(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > minAge;
}

/** @throws SuspiciousSweepError */
async function findOrphans(folder: string, findKnown: FindKnown): Promise<readonly string[]> {
  const files = await readdir(folder).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const orphans: string[] = [];
  for (let start = 0; start < files.length; start += sweepBatch) {
    const batch = files.slice(start, start + sweepBatch);
    const known = new Set(await findKnown(batch));
    for (const file of batch) if (!known.has(file) && (await isOld(join(folder, file)))) orphans.push(file);
  }
  if (orphans.length > suspiciousOrphans && orphans.length > files.length / 2)
    throw new SuspiciousSweepError(
      `${orphans.length} of the ${files.length} files in ${folder} belong to no object of the database. ` +
        'The sweep removed none: check that the server uses the right database.',
    );
  return orphans;
}

/**
 * Reads all bytes of an object. Callers bound how many objects are in memory at once.
 * @throws StorageError NoSuchKey when the bytes are missing
 */
export async function readObjectBytes(
  blobs: BlobStore,
  { version, metadata: { size } }: StoredObject,
): Promise<Buffer<ArrayBuffer>> {
  if (size === 0) return Buffer.alloc(0);
  const content = await blobs.read(version, size, { start: 0, end: size - 1 });
  if (!content) throw new StorageError('NoSuchKey');
  return Buffer.from(await new Response(content).arrayBuffer());
}

/**
 * The bytes of stored objects, in files named after the object's version: a fresh UUID for every upload. So a client never
 * chooses a file name, and the bytes of a file never change.
 */
export type BlobStore = ReturnType<typeof openBlobStore>;

/** Opens the store in `folder`; the first write creates the folder. */
export function openBlobStore(folder: string) {
  const cache = createByteCache<Buffer<ArrayBuffer>>({
    maxEntry: maxCachedFile,
    maxTotal: maxCachedTotal,
    sizeOf: (bytes) => bytes.byteLength,
  });
  function path(version: string): string {
    // Versions come from the database, where an import may have written anything.
    if (!isUuid(version)) throw new Error(`Invalid version of a stored file: ${version}`);
    return join(folder, version);
  }

  async function remove(version: string): Promise<void> {
    cache.forget(version);
    if (isUuid(version)) await rm(path(version), { force: true });
  }

  return {
    remove,
    /** Resolves when the bytes would survive a power failure. */
    async write(version: string, bytes: Buffer): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(path(version), bytes, 0o600);
    },
    /** Reads a part of a file of `size` bytes; undefined when it does not exist. Caches small files, streams large ones. */
    async read(version: string, size: number, { start, end }: ByteRange): Promise<BlobContent | undefined> {
      if (!isUuid(version)) return undefined;
      try {
        if (size > maxCachedFile) {
          const file = await open(path(version));
          return Readable.toWeb(file.createReadStream({ start, end })) as ReadableStream<Uint8Array>;
        }
        const bytes = cache.get(version) ?? (await readFile(path(version)));
        cache.keep(version, bytes);
        return end - start + 1 === bytes.byteLength ? bytes : bytes.subarray(start, end + 1);
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    /**
     * Removes the files whose versions `findKnown` does not return. Keeps files younger than an hour: another process may
     * be about to write their rows.
     * @returns the number of removed files
     * @throws SuspiciousSweepError
     */
    async sweep(findKnown: FindKnown): Promise<number> {
      const orphans = await findOrphans(folder, findKnown);
      for (const file of orphans) await rm(join(folder, file), { force: true });
      return orphans.length;
    },
  };
}
