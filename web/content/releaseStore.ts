import { openDB, type DBSchema } from 'idb';
import type { Release } from '../data/content/releases.ts';
import { isValidRelease } from './releaseCheck.ts';
import { builtInUrl } from './builtInRelease.ts';

/** One whole release. */
interface Stored {
  readonly release: Release;
  /** The built-in release of the app that checked it: another app may have another shape of content. */
  readonly checkedBy: string;
}

interface Schema extends DBSchema {
  releases: { key: 'current'; value: Stored };
}

function open() {
  return openDB<Schema>('content', 1, {
    upgrade: (database) => void database.createObjectStore('releases'),
  });
}

/** Keeps a checked release on this device in place of the one before. @throws DOMException without IndexedDB or space */
export async function storeRelease(release: Release): Promise<void> {
  const database = await open();
  await database.put('releases', { release, checkedBy: builtInUrl }, 'current');
  database.close();
}

/** The release stored on this device; null for none, or one that this version of the app cannot show. */
export async function storedRelease(): Promise<Release | null> {
  const database = await open();
  const stored = await database.get('releases', 'current');
  database.close();
  if (!stored) return null;
  return stored.checkedBy === builtInUrl || (await isValidRelease(stored.release)) ? stored.release : null;
}
