import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { objectAddress } from '../store/keys.ts';
import { objectResponse } from './object-response.ts';
import { requestedVersion } from './requested-version.ts';
import type { StorageServices } from '../services.ts';

/** GET and HEAD /object/public/:bucket/:key, for everybody. A bucket that is not public does not exist here. */
export function getPublicObject({ objects, blobs }: StorageServices): Handler {
  return async (c) => {
    const found = await objects.findPublic(objectAddress(c.req.raw, '/object/public/'));
    if (found.bucket !== 'public') throw new StorageError('NoSuchBucket');
    return objectResponse(c, blobs, requestedVersion(c, found.object), { isPublic: true });
  };
}
