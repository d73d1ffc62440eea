import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import { isTap, reviewOf, type StoredEntry, type StoredReview } from './entries.ts';

/** The names are from a time when ratings were all that waited. */
interface Schema extends DBSchema {
  ratings: { key: string; value: StoredEntry; indexes: { driverId: string } };
}

/**
 * On the disk the driver's id of a tap begins with this. A version of the app before the taps finds entries by the driver's
 * id alone: in a tab that is still open, or after a return to it, it sends no tap as a rating. A new version of the
 * database would lock it out.
 */
const tapPrefix = 'taps of ';

function toRow(entry: StoredEntry): StoredEntry {
  return isTap(entry) ? { ...entry, driverId: tapPrefix + entry.driverId } : entry;
}

function fromRow(row: StoredEntry): StoredEntry {
  return isTap(row) ? { ...row, driverId: row.driverId.slice(tapPrefix.length) } : row;
}

let opening: Promise<IDBPDatabase<Schema>> | undefined;

function close(): void {
  void opening?.then((database) => database.close());
  opening = undefined;
}

function open(): Promise<IDBPDatabase<Schema>> {
  opening ??= openDB<Schema>('ratings', 1, {
    upgrade: (database) =>
      void database.createObjectStore('ratings', { keyPath: 'key' }).createIndex('driverId', 'driverId'),
    // Another tab runs a newer version of the app.
    blocking: close,
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * Stores an entry, replacing one with the same key. When it resolves, the entry has reached the disk (`durability:
 * 'strict'`) and survives the end of the tab, of the browser and of the power.
 * @throws DOMException without IndexedDB or without space
 */
export function storeEntry(entry: StoredEntry): Promise<void> {
  return changeEntry(entry.key, () => entry);
}

/**
 * Replaces a stored entry by what `change` makes of it, in one transaction: no other tab writes in between. `change` gets
 * undefined for an entry that is not stored, and returns undefined to remove it. Durable, as `storeEntry`.
 * @throws DOMException without IndexedDB or without space
 */
export async function changeEntry(
  key: string,
  change: (current: StoredEntry | undefined) => StoredEntry | undefined,
): Promise<void> {
  const transaction = (await open()).transaction('ratings', 'readwrite', { durability: 'strict' });
  const { store } = transaction;
  const row = await store.get(key);
  const changed = change(row && fromRow(row));
  await Promise.all([changed ? store.put(toRow(changed)) : store.delete(key), transaction.done]);
}

/** The stored entries of one driver. */
export async function storedEntries(driverId: string): Promise<readonly StoredEntry[]> {
  const { store } = (await open()).transaction('ratings');
  const find = (owner: string) => store.index('driverId').getAll(owner);
  const rows = await Promise.all([find(driverId), find(tapPrefix + driverId)]);
  return rows.flat().map(fromRow);
}

/** The stored reviews of one driver. */
export async function storedReviews(driverId: string): Promise<readonly StoredReview[]> {
  return (await storedEntries(driverId)).flatMap((entry) => reviewOf(entry) ?? []);
}
