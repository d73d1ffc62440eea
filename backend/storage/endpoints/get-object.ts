import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { objectAddress } from '../store/keys.ts';
import { objectResponse } from './object-response.ts';
import { requestedVersion } from './requested-version.ts';
import type { StorageServices } from '../services.ts';

/** GET and HEAD /object/authenticated/:bucket/:key, with the caller's rights. */
export function getAuthenticatedObject(services: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, '/object/authenticated/');
    const { session } = await services.identify(c.req.raw);
    const object = await services.objects.find(session, address);
    return objectResponse(c, services.blobs, requestedVersion(c, object), { isPublic: false });
  };
}

/** GET and HEAD /object/:bucket/:key: for everybody in public buckets, else with the caller's rights. */
export function getObject(services: StorageServices): Handler {
  const { objects, blobs } = services;
  return async (c) => {
    const address = objectAddress(c.req.raw, '/object/');
    const found = await objects.findPublic(address);
    if (found.bucket === 'missing') throw new StorageError('NoSuchBucket');
    if (found.bucket === 'public')
      return objectResponse(c, blobs, requestedVersion(c, found.object), { isPublic: true });
    const { session } = await services.identify(c.req.raw);
    const object = await objects.find(session, address);
    return objectResponse(c, blobs, requestedVersion(c, object), { isPublic: false });
  };
}
