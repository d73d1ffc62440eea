import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A rating that the backend has not confirmed yet. */
export interface KeptRating {
  /** Made on this device, unique in the database: however often it is sent, it is written once. */
  readonly key: string;
  readonly driverId: string;
  /** 1 to 5. */
  readonly stars: number;
  /** By the clock of this device, in milliseconds since 1970. */
  readonly givenAt: number;
  /** The key of the link that stood beside the stars: the passenger rates once, here or there. */
  readonly shownLink?: string;
  /** Why the backend will not take it; it is kept aside. */
  readonly refused?: string;
}

interface Schema extends DBSchema {
  ratings: { key: string; value: KeptRating; indexes: { driverId: string } };
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
    // Another tab has a newer version of the app.
    blocking: close,
    terminated: () => (opening = undefined),
  });
  opening.catch(() => (opening = undefined));
  return opening;
}

/**
 * Writes a rating onto the device. When this resolves, it has reached the disk (`durability: 'strict'`) and survives
 * the end of the tab, of the browser and of the power. Writing a key again replaces it.
 * @throws DOMException where the browser has no IndexedDB or no room
 */
export async function keepRating(rating: KeptRating): Promise<void> {
  const transaction = (await open()).transaction('ratings', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(rating), transaction.done]);
}

/** The ratings of a driver that are kept on this device; of no other. */
export async function keptRatings(driverId: string): Promise<KeptRating[]> {
  return (await open()).getAllFromIndex('ratings', 'driverId', driverId);
}

/** Forgets a rating; one that is not there is no error. Should this be lost, the rating is only sent once more. */
export async function forgetRating(key: string): Promise<void> {
  await (await open()).delete('ratings', key);
}
