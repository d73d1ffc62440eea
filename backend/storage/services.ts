import type { Context } from '../service/context.ts';
import type { RequestSession } from '../db/exchange.ts';
import { createSemaphore, type Semaphore } from '../util/semaphore.ts';
import { createReencoder, type Reencoder } from './pictures/reencode.ts';
import { createRenditions, type Renditions } from './pictures/renditions.ts';
import { createSignedUrls, type SignedUrls, type UploadGrant } from './signing/signed-urls.ts';
import { uploadSession } from './signing/upload-session.ts';
import { openBlobStore, type BlobStore } from './store/blobs.ts';
import { BucketStore } from './store/buckets.ts';
import { ObjectListings } from './store/listings.ts';
import { ObjectStore } from './store/objects.ts';
import { objectsFolder, sweepFiles } from './store/sweep.ts';

/** The stores and tools that all requests share. */
export interface StorageServices {
  readonly objects: ObjectStore;
  readonly listings: ObjectListings;
  readonly buckets: BucketStore;
  readonly blobs: BlobStore;
  readonly reencoder: Reencoder;
  readonly renditions: Renditions;
  /** Whether `/render/image` exists. */
  readonly imageTransformation: boolean;
  readonly signedUrls: SignedUrls;
  /** Bounds the request bodies held in memory. */
  readonly uploads: Semaphore;
  /** The server's limit in bytes; a bucket's own limit may be lower. */
  readonly fileSizeLimit: number;
  /** The session that stores a signed upload. Throws StorageError AccessDenied. */
  uploadSession(grant: UploadGrant, request: Request): Promise<RequestSession>;
}

/** A slow upload holds its place until the whole body has arrived. */
const uploadPlaces = { running: 16, waiting: 256, perPayer: { running: 4, waiting: 32 } };

/** Creates the services, and removes the bytes of objects that are deleted or replaced from now on. */
export function createStorageServices(context: Context): StorageServices {
  const { db, config, log } = context;
  const { file_size_limit: fileSizeLimit, image_transformation: transformation } = config.protocol.storage;
  const blobs = openBlobStore(objectsFolder(context));
  const failed = (error: Error): void => log.error({ err: error }, 'could not remove a stored file');
  const onGone = (version: string): void => void blobs.remove(version).catch(failed);
  db.listen('storage_version_gone', onGone, () => void sweepFiles(context)).catch(failed);
  return {
    objects: new ObjectStore(db),
    blobs,
    listings: new ObjectListings(db),
    buckets: new BucketStore(db, fileSizeLimit),
    reencoder: createReencoder(),
    renditions: createRenditions(blobs),
    imageTransformation: transformation.enabled,
    signedUrls: createSignedUrls(context.deriveSecrets('signed storage urls')),
    uploads: createSemaphore(uploadPlaces),
    fileSizeLimit,
    uploadSession: (grant, request) => uploadSession(context, grant, request),
  };
}
