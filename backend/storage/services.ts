import type { ProtocolSettings } from '../config/protocol.ts';
import type { Context } from '../service/context.ts';
import { gather } from '../util/gather.ts';
import { createSemaphore } from '../util/semaphore.ts';
import { createReencoder } from './pictures/reencode.ts';
import { createRenditions } from './pictures/renditions.ts';
import { createSignedUrls } from './signing/signed-urls.ts';
import { createBlobStore } from './store/blobs.ts';
import type { ObjectAddress } from './store/keys.ts';
import { findInPublicBuckets } from './store/objects.ts';
import { createPublicRows } from './store/public-rows.ts';
import { sweepFiles } from './store/sweep.ts';

/** A slow upload holds its place until the whole body has arrived. */
const uploadPlaces = { running: 16, waiting: 256, perQuotaKey: { running: 4, waiting: 32 } };

/** Objects in public buckets that one statement finds. */
const mostLookups = 64;

/** In pixels; a bucket of `config.toml` may have another. */
const defaultPictureSidePixels = 1024;

function configuredRules(bucket: ProtocolSettings['storage']['buckets'][string] | undefined) {
  return {
    /** Pixels on the longest side of a picture that the bucket stores. */
    pictureSide: bucket?.image_max_side ?? defaultPictureSidePixels,
    /** Whether the bucket takes pictures and PDFs alone, by their bytes. */
    verifiesContent: bucket?.verify_content ?? false,
  };
}

/** Collects versions while `remove` runs, so that a statement that deletes many rows starts one removal at a time. */
function collectGone(remove: (versions: readonly string[]) => Promise<void>): (version: string) => void {
  const gone: string[] = [];
  let isRemoving = false;
  const removeAll = async (): Promise<void> => {
    isRemoving = true;
    while (gone.length > 0) await remove(gone.splice(0));
    isRemoving = false;
  };
  return (version) => {
    gone.push(version);
    if (!isRemoving) void removeAll();
  };
}

export type StorageServices = Readonly<ReturnType<typeof createStorageServices>>;

/** Creates what all requests share, and removes the bytes of objects that are deleted or replaced from now on. */
export function createStorageServices(context: Context) {
  const { db, config, tokens, outages, objects } = context;
  const {
    file_size_limit: fileSizeLimit,
    image_transformation: transformation,
    buckets,
  } = config.protocol.storage;
  const failed = (error: Error): void => outages.failed(error, 'could not remove stored files');
  const blobs = createBlobStore(objects, failed);
  const removeGone = collectGone((versions) => blobs.remove(versions));
  const publicRows = createPublicRows(
    gather((addresses: readonly ObjectAddress[]) => findInPublicBuckets(db, addresses), mostLookups),
  );
  const onGone = (version: string): void => {
    publicRows.forget();
    removeGone(version);
  };
  const onGap = (): void => {
    publicRows.forget();
    void sweepFiles(context);
  };
  db.listen('storage_version_gone', onGone, onGap).catch(failed);
  return {
    db,
    config,
    tokens,
    blobs,
    publicRows,
    reencoder: createReencoder(),
    renditions: createRenditions(blobs),
    /** Whether `/render/image` exists. */
    imageTransformation: transformation.enabled,
    signedUrls: createSignedUrls(context.deriveSecrets('signed storage urls')),
    /** Bounds the request bodies held in memory. */
    uploads: createSemaphore(uploadPlaces),
    /** The server's limit in bytes; a bucket's own limit may be lower. */
    fileSizeLimit,
    /** The rules for a bucket's files that stand in `config.toml`; the others are columns of its row. */
    configuredRules: (bucket: string) => configuredRules(buckets[bucket]),
  };
}
