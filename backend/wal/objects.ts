import { isToCome } from '../backup/names.ts';
import { blobKey, blobPrefix, type ObjectStore } from '../object-store/object-store.ts';
import { filesPrefix, listVersions, objectListKey, type Base, type ObjectList } from './layout.ts';

/** Tolerates the difference between the store's clock and this machine's. */
const clockToleranceMs = 60 * 60_000;

/**
 * Copies the bytes of stored objects into the archive, each version once. They are copied before the WAL that was written
 * after them, so the rows of a restored database find their bytes.
 */
export function createObjectCopier(live: ObjectStore, archive: ObjectStore) {
  let copied: Set<string> | undefined;

  /** @throws ObjectStoreError */
  async function copyNew(): Promise<void> {
    copied ??= await listVersions(archive, filesPrefix);
    for (const version of await listVersions(live, blobPrefix)) {
      if (copied.has(version)) continue;
      const bytes = await live.read(blobKey(version));
      // It was deleted meanwhile.
      if (!bytes) continue;
      await archive.put(`${filesPrefix}${version}`, bytes);
      copied.add(version);
    }
  }

  /** The versions that exist now. */
  async function list(): Promise<ObjectList> {
    const listedAt = Date.now();
    return { listedAt, versions: [...(await listVersions(live, blobPrefix))] };
  }

  /** Deletes the copies of objects that were gone when the oldest kept base backup began. @throws ObjectStoreError */
  async function prune(oldest: Base): Promise<void> {
    // The clock was ahead: nothing tells which copies are newer than the base backup.
    if (isToCome(oldest.time)) return;
    const bytes = await archive.read(objectListKey(oldest));
    if (!bytes) return;
    const { listedAt, versions } = JSON.parse(bytes.toString('utf8')) as ObjectList;
    const needed = new Set([...versions, ...(await listVersions(live, blobPrefix))]);
    for await (const { key, modifiedAt } of archive.list(filesPrefix)) {
      const version = key.slice(filesPrefix.length);
      if (needed.has(version) || modifiedAt > listedAt - clockToleranceMs) continue;
      await archive.delete(key);
      copied?.delete(version);
    }
  }

  return { copyNew, list, prune };
}

export type ObjectCopier = ReturnType<typeof createObjectCopier>;
