import { StorageError } from '../errors.ts';
import { json, type StorageEndpoint } from '../request.ts';
import { copyObject } from './copy-object.ts';
import { createBucket } from './create-bucket.ts';
import { deleteBucket } from './delete-bucket.ts';
import { deleteObject, deleteObjects } from './delete-objects.ts';
import { emptyBucket } from './empty-bucket.ts';
import { getBucket } from './get-bucket.ts';
import { getObjectInfo, getPublicObjectInfo } from './get-object-info.ts';
import { getAuthenticatedObject, getObject, getPublicObject, getSignedObject } from './get-object.ts';
import { listBuckets } from './list-buckets.ts';
import { listObjects, listObjectsV2 } from './list-objects.ts';
import { moveObject } from './move-object.ts';
import { renderAuthenticatedImage, renderPublicImage, renderSignedImage } from './render-image.ts';
import { signObject, signObjects } from './sign-object.ts';
import { createSignedUploadUrl, uploadToSignedUrl } from './signed-upload.ts';
import { updateBucket } from './update-bucket.ts';
import { uploadObject } from './upload-object.ts';

/** Serves the routes of an optional feature that we do not have, as a hosted project with the feature disabled. */
function absentFeature(feature: string): StorageEndpoint {
  return async ({ caller }) => {
    await caller();
    throw new StorageError('FeatureNotEnabled', feature);
  };
}

/**
 * Marks of an endpoint for the shell: `open` ones need no key, as they serve public objects or URLs that carry their own
 * proof; `reading` ones change nothing, whatever their method; `upload` ones have a rate limit of their own.
 */
export type Mark = 'open' | 'reading' | 'upload';

/** The endpoints of storage/v1. The first matching route wins; GET routes serve HEAD too. */
export const routes: readonly (readonly [
  method: string,
  path: string,
  endpoint: StorageEndpoint,
  ...marks: readonly Mark[],
])[] = [
  ['GET', '/status', async () => ({ body: null, status: 200, headers: {} }), 'open'],
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
];
