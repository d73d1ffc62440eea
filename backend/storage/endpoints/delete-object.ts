import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { objectAddress } from '../store/keys.ts';
import { serverSession } from '../store/objects.ts';
import type { StorageServices } from '../services.ts';

/** DELETE /object/:bucket/:key. The bytes are gone when it answers. */
export function deleteObject({ objects, blobs, identify }: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, '/object/');
    const { session } = await identify(c.req.raw);
    const { versions } = await objects.remove(session, address.bucket, [{ path: address.key }]);
    if (versions.length === 0) {
      const exists = await objects.find(serverSession, address);
      throw exists ? new StorageError('AccessDenied', 'Access denied') : new StorageError('NoSuchKey');
    }
    await Promise.all(versions.map((version) => blobs.remove(version)));
    return c.json({ message: 'Successfully deleted' });
  };
}
