import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { ReviewReason } from '../../shared/reviews.ts';

/** A review that the backend has not confirmed, or whose reasons it has not. */
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
  /** Why the passenger gave so few stars. */
  readonly reasons?: readonly ReviewReason[];
  /** Until then the passenger may change the reasons. By the clock of this device, in milliseconds since 1970. */
  readonly reasonsDue?: number;
  /** The backend has the review, and only the reasons are left to send. */
  readonly delivered?: true;
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

/**
 * Replaces a stored review by what `change` makes of it, in one transaction: no other tab writes in between. `change` gets
 * undefined for a review that is not stored, and returns undefined to remove it. Durable, as `storeReview`.
 * @throws DOMException without IndexedDB or without space
 */
export async function changeReview(
  key: string,
  change: (current: StoredReview | undefined) => StoredReview | undefined,
): Promise<void> {
  const transaction = (await open()).transaction('ratings', 'readwrite', { durability: 'strict' });
  const { store } = transaction;
  const changed = change(await store.get(key));
  await Promise.all([changed ? store.put(changed) : store.delete(key), transaction.done]);
}

/** The stored reviews of one driver. */
export async function storedReviews(driverId: string): Promise<StoredReview[]> {
  return (await open()).getAllFromIndex('ratings', 'driverId', driverId);
}
