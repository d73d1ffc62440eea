import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Installation } from '../config/settings.ts';
import type { Queryable } from '../db/database.ts';
import { OperatorError } from '../util/operator-error.ts';
import { claimStore } from './claim.ts';
import { openFileStore } from './files.ts';
import { ObjectStoreError, type ObjectStore } from './object-store.ts';
import { openS3Store } from './s3.ts';

interface Place extends Pick<Installation, 'objectStore'> {
  /** Undefined only beside `objectStore`. */
  readonly dataDir: string | undefined;
}

/** Opens the store of an installation's objects: the S3 store of its settings, or `files` in its data folder. */
export function openObjectStore({ dataDir, objectStore }: Place): ObjectStore {
  if (objectStore) return openS3Store(objectStore);
  if (dataDir === undefined) throw new Error('Objects need an S3 store or a data folder.');
  return openFileStore(join(dataDir, 'files'));
}

/**
 * Opens the store and marks an S3 store's place as this database's own; the lock of the data folder does that for files.
 * While the store is away the server starts without it: the sweep, which alone could harm another database, claims again.
 * @throws OperatorError when the place belongs to another database, or the store refuses the key or has no such bucket
 */
export async function openClaimedStore(place: Place, db: Queryable, log: Logger): Promise<ObjectStore> {
  const store = openObjectStore(place);
  if (!place.objectStore) return store;
  try {
    await claimStore(store, db);
    return store;
  } catch (error) {
    if (error instanceof ObjectStoreError && !error.isRefusal) {
      log.error(
        { reason: error.message },
        'the object store does not respond; files cannot be read or stored until it does',
      );
      return store;
    }
    store[Symbol.dispose]();
    if (!(error instanceof ObjectStoreError)) throw error;
    throw new OperatorError(
      `${error.message} Check S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`,
    );
  }
}
