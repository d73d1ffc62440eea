import type { Context } from '../service/context.ts';
import { bearerToken } from '../identity/caller.ts';
import { empty, json, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Endpoint, Handler } from '../service/endpoint.ts';
import { createService, type Serve } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { copyObject } from './endpoints/copy-object.ts';
import { createBucket } from './endpoints/create-bucket.ts';
import { deleteBucket } from './endpoints/delete-bucket.ts';
import { deleteObject, deleteObjects } from './endpoints/delete-objects.ts';
import { emptyBucket } from './endpoints/empty-bucket.ts';
import { getBucket } from './endpoints/get-bucket.ts';
import { getObjectInfo, getPublicObjectInfo } from './endpoints/get-object-info.ts';
import {
  getAuthenticatedObject,
  getObject,
  getPublicObject,
  getSignedObject,
} from './endpoints/get-object.ts';
import { listBuckets } from './endpoints/list-buckets.ts';
import { listObjects, listObjectsV2 } from './endpoints/list-objects.ts';
import { moveObject } from './endpoints/move-object.ts';
import { renderAuthenticatedImage, renderPublicImage, renderSignedImage } from './endpoints/render-image.ts';
import { signObject, signObjects } from './endpoints/sign-object.ts';
import { createSignedUploadUrl, uploadToSignedUrl } from './endpoints/signed-upload.ts';
import { updateBucket } from './endpoints/update-bucket.ts';
import { uploadObject } from './endpoints/upload-object.ts';
import { noSuchRoute, StorageError, storageDialect } from './errors.ts';
import { storageRequest, type StorageRequest } from './request.ts';
import { createStorageServices } from './services.ts';

/** Serves the routes of an optional feature that we do not have, as a hosted project with the feature disabled. */
function absentFeature(feature: string): Handler<StorageRequest> {
  return async ({ caller }) => {
    await caller();
    throw new StorageError('FeatureNotEnabled', feature);
  };
}

async function missing({ http }: StorageRequest): Promise<Reply> {
  throw noSuchRoute(http);
}

/** The open ones serve public objects, or URLs that carry their own proof. */
const endpoints: readonly Endpoint<StorageRequest>[] = [
  ['GET', '/status', async () => empty(200), 'open'],
  ['GET', '/health', async () => json({ healthy: true }), 'open'],

  ['GET', '/bucket', listBuckets],
  ['POST', '/bucket', createBucket],
  ['GET', '/bucket/:bucket', getBucket],
  ['PUT', '/bucket/:bucket', updateBucket],
  ['DELETE', '/bucket/:bucket', deleteBucket],
  ['POST', '/bucket/:bucket/empty', emptyBucket],
  ['ALL', '/bucket/:bucket/lifecycle', absentFeature('lifecycle')],
  ['DELETE', '/cdn/*', absentFeature('purgeCache')],

  ['GET', '/object/public/*', getPublicObject, 'open'],
  ['GET', '/object/authenticated/*', getAuthenticatedObject],
  ['GET', '/object/sign/*', getSignedObject, 'open'],
  ['GET', '/object/info/public/*', getPublicObjectInfo, 'open'],
  ['GET', '/object/info/authenticated/*', getObjectInfo],
  ['GET', '/object/info/*', getObjectInfo],
  ['POST', '/object/list/:bucket', listObjects, 'reading'],
  ['POST', '/object/list-v2/:bucket', listObjectsV2, 'reading'],
  ['POST', '/object/move', moveObject],
  ['POST', '/object/copy', copyObject],
  ['POST', '/object/sign/:bucket', signObjects, 'reading'],
  ['POST', '/object/sign/*', signObject, 'reading'],
  ['POST', '/object/upload/sign/*', createSignedUploadUrl],
  ['PUT', '/object/upload/sign/*', uploadToSignedUrl, 'open', 'upload'],
  ['DELETE', '/object/:bucket', deleteObjects],
  ['GET', '/object/*', getObject],
  ['POST', '/object/*', uploadObject, 'upload'],
  ['PUT', '/object/*', uploadObject, 'upload'],
  ['DELETE', '/object/*', deleteObject],

  ['GET', '/render/image/public/*', renderPublicImage, 'open'],
  ['GET', '/render/image/authenticated/*', renderAuthenticatedImage],
  ['GET', '/render/image/sign/*', renderSignedImage, 'open'],

  ['ALL', '*', missing],
];

/** A write changes what everyone sees at an address before its response goes out. */
function forgetsPublicRows(write: Handler<StorageRequest>): Handler<StorageRequest> {
  return async (request) => {
    try {
      return await write(request);
    } finally {
      request.publicRows.forget();
    }
  };
}

const serving: readonly Endpoint<StorageRequest>[] = endpoints.map((endpoint) => {
  const [method, path, handler, ...kinds] = endpoint;
  const isReading = method === 'GET' || kinds.includes('reading');
  return isReading ? endpoint : [method, path, forgetsPublicRows(handler), ...kinds];
});

/** As upstream, storage takes a token or key in `Authorization` alone. */
function hasOtherProof({ headers }: HttpRequest): boolean {
  return !headers.has('apikey') && bearerToken(headers) !== undefined;
}

/** storage/v1: the files of the project. */
export function storageService(context: Context): Serve {
  const services = createStorageServices(context);
  return createService(context, {
    dialect: storageDialect,
    endpoints: serving,
    request: (http, requestContext, route) => storageRequest(services, http, requestContext, route),
    trafficKind: readOrWrite,
    hasOtherProof,
    // An S3 store has a disk of its own.
    writesTo: context.config.objectStore ? ['database'] : ['files', 'database'],
    recordsWrites: true,
  });
}
