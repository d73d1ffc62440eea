import type { StorageEndpoint } from '../request.ts';
import { absentFeature } from './absent-features.ts';
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

export type Route = readonly [method: string, path: string, endpoint: StorageEndpoint];

/** The endpoints of storage/v1. The first matching route wins; GET routes serve HEAD too. */
export const routes: readonly Route[] = [
  ['GET', '/bucket', listBuckets],
  ['POST', '/bucket', createBucket],
  ['GET', '/bucket/:bucket', getBucket],
  ['PUT', '/bucket/:bucket', updateBucket],
  ['DELETE', '/bucket/:bucket', deleteBucket],
  ['POST', '/bucket/:bucket/empty', emptyBucket],
  ['ALL', '/bucket/:bucket/lifecycle', absentFeature('lifecycle')],
  ['DELETE', '/cdn/*', absentFeature('purgeCache')],

  ['GET', '/object/public/*', getPublicObject],
  ['GET', '/object/authenticated/*', getAuthenticatedObject],
  ['GET', '/object/sign/*', getSignedObject],
  ['GET', '/object/info/public/*', getPublicObjectInfo],
  ['GET', '/object/info/authenticated/*', getObjectInfo],
  ['GET', '/object/info/*', getObjectInfo],
  ['POST', '/object/list/:bucket', listObjects],
  ['POST', '/object/list-v2/:bucket', listObjectsV2],
  ['POST', '/object/move', moveObject],
  ['POST', '/object/copy', copyObject],
  ['POST', '/object/sign/:bucket', signObjects],
  ['POST', '/object/sign/*', signObject],
  ['POST', '/object/upload/sign/*', createSignedUploadUrl],
  ['PUT', '/object/upload/sign/*', uploadToSignedUrl],
  ['DELETE', '/object/:bucket', deleteObjects],
  ['GET', '/object/*', getObject],
  ['POST', '/object/*', uploadObject],
  ['PUT', '/object/*', uploadObject],
  ['DELETE', '/object/*', deleteObject],
];

/** They exist only with `[storage.image_transformation] enabled = true`, as upstream. */
export const imageRoutes: readonly Route[] = [
  ['GET', '/render/image/public/*', renderPublicImage],
  ['GET', '/render/image/authenticated/*', renderAuthenticatedImage],
  ['GET', '/render/image/sign/*', renderSignedImage],
];
