import type { Context as HonoContext } from 'hono';
import { StorageError } from '../errors.ts';
import type { StoredObject } from '../store/objects.ts';

/**
 * The object, if there is one and it is of the version that `?versionId` asks for. Former versions are not kept.
 * @throws StorageError NoSuchKey
 */
export function requestedVersion(c: HonoContext, object: StoredObject | undefined): StoredObject {
  const version = c.req.query('versionId');
  if (!object || (version !== undefined && version !== object.version)) throw new StorageError('NoSuchKey');
  return object;
}
