import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { syncFolder } from '../disk/sync-folder.ts';
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
  /** Returns when the bytes would survive a power cut. Call `settle` when the row is decided. */
  write(version: string, bytes: Buffer): Promise<void>;
  /** The row that names the version is committed, or never will be: the sweep may judge the file. */
  settle(version: string): void;
  /**
   * A part of a file of `size` bytes; undefined when there is no such file. Small files come from memory when they
   * were read before, large ones as a stream.
   */
  read(version: string, size: number, range: ByteRange): Promise<BlobContent | undefined>;
  remove(version: string): Promise<void>;
  /** Removes the files whose versions `findKnown` does not return. Returns how many. */
  sweep(findKnown: (versions: readonly string[]) => Promise<Iterable<string>>): Promise<number>;
}

const maxCachedFile = 256 * 1024;
const maxCachedTotal = 32 * 1024 * 1024;
const sweepBatch = 1000;
const versionPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
  /** Written, but their rows not decided yet. */
  const pending = new Set<string>();

  function path(version: string): string {
    // Versions come from the database, where an import may have put anything.
    if (!versionPattern.test(version)) throw new Error(`“${version}” is not a version of a stored file.`);
    return join(folder, version);
  }

  async function remove(version: string): Promise<void> {
    cache.forget(version);
    if (versionPattern.test(version)) await rm(path(version), { force: true });
  }

  return {
    remove,
    async write(version, bytes) {
      pending.add(version);
      const temporary = `${path(version)}.part`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        {
          await using file = await open(temporary, 'wx', 0o600);
          await file.writeFile(bytes);
          await file.sync();
        }
        await rename(temporary, path(version));
        await syncFolder(folder);
      } catch (error) {
        pending.delete(version);
        await rm(temporary, { force: true }).catch(() => {});
        throw error;
      }
    },
    settle(version) {
      pending.delete(version);
    },
    async read(version, size, { start, end }) {
      if (!versionPattern.test(version)) return undefined;
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
      const before = new Set(pending);
      const files = await readdir(folder).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      // A version that appears in neither set was decided before the rows are looked at below.
      const undecided = new Set([...before, ...pending]);
      const settled = files.filter((file) => !undecided.has(file.replace(/\.part$/, '')));
      const orphans: string[] = [];
      for (let start = 0; start < settled.length; start += sweepBatch) {
        const batch = settled.slice(start, start + sweepBatch);
        const known = new Set(await findKnown(batch));
        orphans.push(...batch.filter((file) => !known.has(file)));
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
