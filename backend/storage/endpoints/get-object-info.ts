import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { objectAddress, type ObjectAddress } from '../store/keys.ts';
import type { StoredObject } from '../store/objects.ts';
import { requestedVersion } from './requested-version.ts';
import type { StorageServices } from '../services.ts';

function info(
  { bucket, key }: ObjectAddress,
  { id, version, metadata, userMetadata, createdAt }: StoredObject,
) {
  return {
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
  };
}

/** GET /object/info/public/:bucket/:key, for everybody. */
export function getPublicObjectInfo({ objects }: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, '/object/info/public/');
    const found = await objects.findPublic(address);
    if (found.bucket !== 'public') throw new StorageError('NoSuchBucket');
    return c.json(info(address, requestedVersion(c, found.object)));
  };
}

/** GET /object/info/:bucket/:key and /object/info/authenticated/:bucket/:key, with the caller's rights. */
export function getObjectInfo({ objects, identify }: StorageServices, prefix: string): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, prefix);
    const { session } = await identify(c.req.raw);
    const object = await objects.find(session, address);
    return c.json(info(address, requestedVersion(c, object)));
  };
}
