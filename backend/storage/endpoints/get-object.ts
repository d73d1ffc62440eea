import { StorageError } from '../errors.ts';
import type { StorageEndpoint, StorageRequest, StorageResponse } from '../request.ts';
import { objectResponse } from './object-response.ts';
import { callerObject, publicObject, requestedVersion, signedObject } from './readable-object.ts';
import type { ReadableObject } from './readable-object.ts';

function respond(request: StorageRequest, { object, audience }: ReadableObject): Promise<StorageResponse> {
  return objectResponse(request, requestedVersion(request, object), audience);
}

/** GET and HEAD /object/public/:bucket/:key, for everyone. */
export const getPublicObject: StorageEndpoint = async (request) =>
  respond(request, await publicObject(request));

/** GET and HEAD /object/authenticated/:bucket/:key, with the caller's rights. */
export const getAuthenticatedObject: StorageEndpoint = async (request) =>
  respond(request, await callerObject(request));

/** GET and HEAD /object/:bucket/:key: for everyone in public buckets, with the caller's rights in others. */
export const getObject: StorageEndpoint = async (request) => {
  const { bucket, object } = await request.services.objects.findPublic(request.address);
  if (bucket === 'missing') throw new StorageError('NoSuchBucket');
  if (bucket === 'public') return respond(request, { object, audience: { isPublic: true } });
  return respond(request, await callerObject(request));
};

/** GET and HEAD /object/sign/:bucket/:key?token=, for everyone with the URL. */
export const getSignedObject: StorageEndpoint = async (request) => {
  const { object, audience } = await signedObject(request);
  return objectResponse(request, object, audience);
};
