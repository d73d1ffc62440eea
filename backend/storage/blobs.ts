import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { replaceFile } from '../disk/atomic-file.ts';
import { isUuid } from '../util/uuid.ts';
import { createByteCache } from './byte-cache.ts';

/** First and last byte, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export type BlobContent = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/**
 * The bytes of stored objects, as files named by the object's version: a UUID that every upload makes anew. So a
 * name never comes from outside, and bytes never change under a name.
 */
export interface BlobStore {
  /** Returns when the bytes would survive a power cut. */
  write(version: string, bytes: Buffer): Promise<void>;
  /**
   * A part of a file of `size` bytes; undefined when there is no such file. Small files come from memory when they
   * were read before, large ones as a stream.
   */
  read(version: string, size: number, range: ByteRange): Promise<BlobContent | undefined>;
  remove(version: string): Promise<void>;
  /**
   * Removes the files whose versions `findKnown` does not return, and spares what is younger than an hour: another
   * process may be about to write its row. Returns how many it removed.
   * @throws SuspiciousSweepError
   */
  sweep(findKnown: (versions: readonly string[]) => Promise<Iterable<string>>): Promise<number>;
}

const maxCachedFile = 256 * 1024;
const maxCachedTotal = 32 * 1024 * 1024;
const sweepBatch = 1000;
/** In milliseconds; far longer than an upload may take. */
const spared = 60 * 60_000;

/** More orphans than this, and more than half of all files: the database is hardly the one of this folder. */
const suspiciousOrphans = 20;

/** The sweep found so many files without a row that it removed none. */
export class SuspiciousSweepError extends Error {}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** Opens the store in `folder`, which is made when something is first written. */
export function openBlobStore(folder: string): BlobStore {
  const cache = createByteCache<Buffer<ArrayBuffer>>({
    maxEntry: maxCachedFile,
    maxTotal: maxCachedTotal,
    sizeOf: (bytes) => bytes.byteLength,
  });
  function path(version: string): string {
    // Versions come from the database, where an import may have put anything.
    if (!isUuid(version)) throw new Error(`“${version}” is not a version of a stored file.`);
    return join(folder, version);
  }

  async function isOld(file: string): Promise<boolean> {
    const found = await stat(join(folder, file)).catch(() => undefined);
    return found !== undefined && Date.now() - found.mtimeMs > spared;
  }

  async function remove(version: string): Promise<void> {
    cache.forget(version);
    if (isUuid(version)) await rm(path(version), { force: true });
  }

  return {
    remove,
    async write(version, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await replaceFile(path(version), bytes, 0o600);
    },
    async read(version, size, { start, end }) {
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
    async sweep(findKnown) {
      const files = await readdir(folder).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const orphans: string[] = [];
      for (let start = 0; start < files.length; start += sweepBatch) {
        const batch = files.slice(start, start + sweepBatch);
        const known = new Set(await findKnown(batch));
        for (const file of batch) if (!known.has(file) && (await isOld(file))) orphans.push(file);
      }
      if (orphans.length > suspiciousOrphans && orphans.length > files.length / 2)
        throw new SuspiciousSweepError(
          `${orphans.length} of the ${files.length} files in ${folder} belong to no object of the database. They were left alone: is it the right database?`,
        );
      for (const file of orphans) await rm(join(folder, file), { force: true });
      return orphans.length;
    },
  };
}
