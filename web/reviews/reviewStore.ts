import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** A review that the backend has not confirmed. */
export interface StoredReview {
  /** Made on this device, unique in the database: sending it twice writes it once. */
  readonly key: string;
  readonly driverId: string;
  /** 1 to 5. */
  readonly stars: number;
  /** By the clock of this device, in milliseconds since 1970. */
  readonly givenAt: number;
  /** The key of the link shown beside the stars: the passenger rates once, on this screen or by the link. */
  readonly shownLink?: string;
  /** The error code with which the backend refused it. */
  readonly refused?: string;
}

interface Schema extends DBSchema {
  ratings: { key: string; value: StoredReview; indexes: { driverId: string } };
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
 * Stores a review, replacing one with the same key. When it resolves, the review has reached the disk (`durability:
 * 'strict'`) and survives the end of the tab, of the browser and of the power.
 * @throws DOMException without IndexedDB or without space
 */
export async function storeReview(rating: StoredReview): Promise<void> {
  const transaction = (await open()).transaction('ratings', 'readwrite', { durability: 'strict' });
  await Promise.all([transaction.store.put(rating), transaction.done]);
}

/** The stored reviews of one driver. */
export async function storedReviews(driverId: string): Promise<StoredReview[]> {
  return (await open()).getAllFromIndex('ratings', 'driverId', driverId);
}

/** Removes a review, if it is there. When the removal is lost, the review is sent once more, which writes nothing. */
export async function forgetReview(key: string): Promise<void> {
  await (await open()).delete('ratings', key);
}
