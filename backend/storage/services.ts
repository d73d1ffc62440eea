import type { Context as HonoContext } from 'hono';
import type { Context } from '../context.ts';
import type { RequestSession } from '../db/exchange.ts';
import { identifyCaller, requestSession } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import { openBlobStore, type BlobStore } from './blobs.ts';
import { createBucketStore, type BucketStore } from './buckets.ts';
import { createSemaphore, type Semaphore } from '../util/semaphore.ts';
import { isUuid } from '../util/uuid.ts';
import { createImages, type Images } from './images.ts';
import { createObjectListings, type ObjectListings } from './listings.ts';
import { createObjectStore, type ObjectStore } from './objects.ts';
import { createRenditions, type Renditions } from './renditions.ts';
import { createSignedUrls, type SignedUrls, type UploadGrant } from './signed-urls.ts';
import { objectsFolder, sweepFiles } from './sweep.ts';
import { grantedSession } from './upload-grant.ts';

/** The caller of a request, as far as storage needs it. */
export interface Identity {
  readonly session: RequestSession;
  /** Null for keys. */
  readonly userId: string | null;
  /** Null for keys, and for tokens without a session. */
  readonly sessionId: string | null;
}

/** What the endpoints work with. */
export interface StorageServices {
  readonly objects: ObjectStore;
  readonly listings: ObjectListings;
  readonly buckets: BucketStore;
  readonly blobs: BlobStore;
  readonly images: Images;
  readonly renditions: Renditions;
  /** Whether pictures are shown in other sizes. */
  readonly imageTransformation: boolean;
  readonly signedUrls: SignedUrls;
  /** Bounds the bodies that are held in memory. */
  readonly uploads: Semaphore;
  /** Largest object of all, in bytes; a bucket may allow less. */
  readonly fileSizeLimit: number;
  /** Throws TokenError. */
  identify(request: Request): Promise<Identity>;
  /**
   * The account and the network that the costly work of a request counts against. Empty for the secret key and for
   * requests within the process.
   */
  payers(
    c: HonoContext,
    caller: { readonly role: string; readonly userId: string | null },
  ): readonly string[];
  /** The session in which a signed upload is stored. Throws StorageError AccessDenied. */
  grantedSession(grant: UploadGrant, request: Request): Promise<RequestSession>;
}

/** A slow body holds its place until it has arrived. */
const uploadPlaces = { running: 16, waiting: 256, perPayer: { running: 4, waiting: 32 } };

/** Makes the services, and starts to remove the bytes of objects that are removed or replaced. */
export function createStorageServices(context: Context): StorageServices {
  const { db, config, tokens, log } = context;
  const objects = createObjectStore(db);
  const blobs = openBlobStore(objectsFolder(context));
  const failed = (error: Error): void => log.error({ err: error }, 'could not remove a stored file');
  const onGone = (version: string): void => void blobs.remove(version).catch(failed);
  db.listen('storage_version_gone', onGone, () => void sweepFiles(context)).catch(failed);
  return {
    objects,
    blobs,
    listings: createObjectListings(db),
    buckets: createBucketStore(db),
    images: createImages(),
    renditions: createRenditions(blobs),
    imageTransformation: config.protocol.storage.image_transformation.enabled,
    signedUrls: createSignedUrls(context.deriveSecrets('signed storage urls')),
    uploads: createSemaphore(uploadPlaces),
    fileSizeLimit: config.protocol.storage.file_size_limit,
    payers(c, { role, userId }) {
      const address = clientAddress(c, config.trustedProxies);
      if (role === 'service_role' || address === undefined) return [];
      return [...(userId === null ? [] : [`account ${userId}`]), `network ${visitorNetwork(address)}`];
    },
    grantedSession: (grant, request) => grantedSession(context, grant, request),
    async identify(request) {
      const caller = await identifyCaller(request.headers, config.keys, tokens);
      const uuidOf = (claim: unknown): string | null => (isUuid(claim) ? claim : null);
      return {
        session: requestSession(caller, request, new URL(request.url).pathname),
        userId: uuidOf(caller.claims.sub),
        sessionId: uuidOf(caller.claims.session_id),
      };
    },
  };
}
