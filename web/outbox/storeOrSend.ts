import { tapTrip } from '../data/trips/taps.ts';
import { within } from '../util/time/within.ts';
import { announceOutbox } from './channel.ts';
import type { StoredEntry, StoredTap } from './entries.ts';
import { storeEntry } from './store.ts';

/** Some browsers never finish a write. After this time the entry is sent directly instead. */
export const writeTimeoutMs = 3_000;

/**
 * Stores an entry on the device and announces it. Without IndexedDB (private windows of some browsers, a full disk) it sends
 * the entry directly. The same key is always the same entry.
 * @throws DataError when the entry could be neither stored nor sent
 */
export async function storeOrSend(entry: StoredEntry, send: () => Promise<unknown>): Promise<void> {
  try {
    await within(writeTimeoutMs, storeEntry(entry));
    announceOutbox('given');
  } catch (error) {
    console.error('The entry could not be stored on this device', error);
    await send();
  }
}

/** Stores a driver's tap, or sends it. @throws DataError when it could be neither stored nor sent */
export function storeTap(entry: StoredTap): Promise<void> {
  const { key, tap, givenAt } = entry;
  return storeOrSend(entry, () => tapTrip({ ...tap, key, waitedMs: Date.now() - givenAt }));
}
