import type { Context } from '../service/context.ts';
import { createSemaphore } from '../util/semaphore.ts';
import { createReencoder } from './pictures/reencode.ts';
import { createRenditions } from './pictures/renditions.ts';
import { createSignedUrls } from './signing/signed-urls.ts';
import { openBlobStore } from './store/blobs.ts';
import { objectsFolder, sweepFiles } from './store/sweep.ts';

/** A slow upload holds its place until the whole body has arrived. */
const uploadPlaces = { running: 16, waiting: 256, perPayer: { running: 4, waiting: 32 } };

/** In pixels; a bucket of `config.toml` may have another. */
const defaultPictureSide = 1024;

export type StorageServices = Readonly<ReturnType<typeof createStorageServices>>;

/** Creates what all requests share, and removes the bytes of objects that are deleted or replaced from now on. */
export function createStorageServices(context: Context) {
  const { db, config, tokens, log } = context;
  const {
    file_size_limit: fileSizeLimit,
    image_transformation: transformation,
    buckets,
  } = config.protocol.storage;
  const blobs = openBlobStore(objectsFolder(context));
  const failed = (error: Error): void => log.error({ err: error }, 'could not remove a stored file');
  const onGone = (version: string): void => void blobs.remove(version).catch(failed);
  db.listen('storage_version_gone', onGone, () => void sweepFiles(context)).catch(failed);
  return {
    db,
    config,
    tokens,
    blobs,
    reencoder: createReencoder(),
    renditions: createRenditions(blobs),
    /** Whether `/render/image` exists. */
    imageTransformation: transformation.enabled,
    signedUrls: createSignedUrls(context.deriveSecrets('signed storage urls')),
    /** Bounds the request bodies held in memory. */
    uploads: createSemaphore(uploadPlaces),
    /** The server's limit in bytes; a bucket's own limit may be lower. */
    fileSizeLimit,
    /** Pixels on the longest side of a picture that the bucket stores. */
    pictureSide: (bucket: string): number => buckets[bucket]?.image_max_side ?? defaultPictureSide,
  };
}
