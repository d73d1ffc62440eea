import { json, type StorageEndpoint, type StorageRequest, type StorageResponse } from '../request.ts';
import { callerObject, publicObject, requestedVersion, type ReadableObject } from './readable-object.ts';

function respond(request: StorageRequest, { object }: ReadableObject): StorageResponse {
  const { bucket, key } = request.address;
  const { id, version, metadata, userMetadata, createdAt } = requestedVersion(request, object);
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
}

/** GET /object/info/public/:bucket/:key, for everyone. */
export const getPublicObjectInfo: StorageEndpoint = async (request) =>
  respond(request, await publicObject(request));

/** GET /object/info/:bucket/:key and /object/info/authenticated/:bucket/:key, with the caller's rights. */
export const getObjectInfo: StorageEndpoint = async (request) =>
  respond(request, await callerObject(request));
