import { json } from '../../http/reply.ts';
import type { Handler } from '../../service/endpoint.ts';
import type { StorageRequest } from '../request.ts';
import { callerObject, publicObject, requestedVersion } from './readable-object.ts';

function describe(find: typeof callerObject): Handler<StorageRequest> {
  return async (request) => {
    const { object } = await find(request);
    const { id, version, metadata, userMetadata, createdAt } = requestedVersion(request, object);
    const { bucket, key } = request.address();
    return json({
      id,
      name: key,
      version,
      bucket_id: bucket,
      size: metadata.size,
      content_type: metadata.mimetype,
      content_encoding: metadata.contentEncoding ?? null,
      cache_control: metadata.cacheControl,
      etag: metadata.eTag,
      metadata: userMetadata ?? {},
      last_modified: metadata.lastModified,
      created_at: createdAt,
    });
  };
}

/** GET /object/info/public/:bucket/:key, for everyone. */
export const getPublicObjectInfo = describe(publicObject);

/** GET /object/info/:bucket/:key and /object/info/authenticated/:bucket/:key, with the caller's rights. */
export const getObjectInfo = describe(callerObject);
