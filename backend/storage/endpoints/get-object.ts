import type { Reply } from '../../http/reply.ts';
import type { Handler } from '../../service/endpoint.ts';
import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';
import { objectResponse } from './object-response.ts';
import { callerObject, publicObject, requestedVersion, signedObject } from './readable-object.ts';

function serve(find: typeof callerObject): Handler<StorageRequest> {
  return async (request) => {
    const { object, audience } = await find(request);
    return objectResponse(request, requestedVersion(request, object), audience);
  };
}

/** GET and HEAD /object/public/:bucket/:key, for everyone. */
export const getPublicObject = serve(publicObject);

/** GET and HEAD /object/authenticated/:bucket/:key, with the caller's rights. */
export const getAuthenticatedObject = serve(callerObject);

/** GET and HEAD /object/:bucket/:key: for everyone in public buckets, with the caller's rights in others. */
export const getObject = serve(async (request) => {
  const { bucket, object } = await request.publicRows.find(request.address());
  if (bucket === 'missing') throw new StorageError('NoSuchBucket');
  return bucket === 'public' ? { object, audience: { isPublic: true } } : callerObject(request);
});

/** GET and HEAD /object/sign/:bucket/:key?token=, for everyone with the URL. */
export async function getSignedObject(request: StorageRequest): Promise<Reply> {
  const { object, audience } = await signedObject(request);
  return objectResponse(request, object, audience);
}
