import { blobKey, type ByteRange, type ObjectStore } from '../../object-store/object-store.ts';
import { isUuid } from '../../util/uuid.ts';
import { StorageError } from '../errors.ts';
import { createByteCache } from './byte-cache.ts';
import type { StoredObject } from './objects.ts';

export type BlobContent = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

const maxCachedFileBytes = 256 * 1024;
const maxCachedTotalBytes = 32 * 1024 * 1024;
const removedAtOnce = 16;

/**
 * Reads all bytes of an object. Callers bound how many objects are in memory at once.
 * @throws StorageError NoSuchKey when the bytes are missing; ObjectStoreError
 */
export async function readObjectBytes(
  blobs: BlobStore,
  { version, metadata: { size } }: StoredObject,
): Promise<Buffer<ArrayBuffer>> {
  if (size === 0) return Buffer.alloc(0);
  const bytes = await blobs.readWhole(version);
  if (!bytes) throw new StorageError('NoSuchKey');
  return bytes;
}

/**
 * The bytes of stored objects, under the object's version: a fresh UUID for every upload. A client never
 * chooses the name of a file, and the bytes of a version never change.
 */
export type BlobStore = ReturnType<typeof createBlobStore>;

/** @param onLeft takes the error when bytes could not be removed; the sweep removes them later */
export function createBlobStore(store: ObjectStore, onLeft: (error: Error) => void) {
  const cache = createByteCache<Buffer<ArrayBuffer>>({
    maxEntryBytes: maxCachedFileBytes,
    maxTotalBytes: maxCachedTotalBytes,
    sizeOf: (bytes) => bytes.byteLength,
  });

  async function readWhole(version: string): Promise<Buffer<ArrayBuffer> | undefined> {
    if (!isUuid(version)) return undefined;
    const bytes = cache.get(version) ?? (await store.read(blobKey(version)));
    if (bytes) cache.keep(version, bytes);
    return bytes;
  }

  return {
    readWhole,
    /**
     * Removes the bytes of versions whose rows are gone already. It never throws: it leaves what it cannot remove now
     * to the sweep.
     */
    async remove(versions: readonly string[]): Promise<void> {
      for (const version of versions) cache.forget(version);
      const rest = versions.filter(isUuid).values();
      const removeRest = async (): Promise<void> => {
        for (const version of rest) await store.delete(blobKey(version));
      };
      // The first failure ends the call; the others then fail alone.
      await Promise.all(Array.from({ length: removedAtOnce }, removeRest)).catch(onLeft);
    },
    /** Resolves when the bytes would survive a power failure. @throws ObjectStoreError */
    async write(version: string, bytes: Buffer, sha256?: string): Promise<void> {
      await store.put(blobKey(version), bytes, sha256);
    },
    /**
     * Reads a part of a file of `size` bytes; undefined when it does not exist. Caches small files, streams large ones.
     * @throws ObjectStoreError
     */
    async read(version: string, size: number, { start, end }: ByteRange): Promise<BlobContent | undefined> {
      if (size > maxCachedFileBytes) {
        const isWhole = start === 0 && end === size - 1;
        const opened = isUuid(version)
          ? await store.open(blobKey(version), isWhole ? undefined : { start, end })
          : undefined;
        return opened && ReadableStream.from(opened.content);
      }
      const bytes = await readWhole(version);
      return bytes && (end - start + 1 === bytes.byteLength ? bytes : bytes.subarray(start, end + 1));
    },
  };
}
