import * as v from 'valibot';
import { json, jsonText, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { keyText, maxKeyListBytes, maxKeys, readJsonBody, versionText } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { findObject, removeObjects, serverSession } from '../store/objects.ts';

/** DELETE /object/:bucket/:key. Responds once the bytes are gone, or left to the sweep. */
export async function deleteObject(request: StorageRequest): Promise<Reply> {
  const { db, blobs } = request;
  const address = request.address();
  const { session } = await request.caller();
  const { versions } = await removeObjects(db, session, address.bucket, [{ path: address.key }]);
  if (versions.length === 0) {
    const exists = await findObject(db, serverSession, address);
    throw exists ? new StorageError('AccessDenied', 'Access denied') : new StorageError('NoSuchKey');
  }
  await blobs.remove(versions);
  return json({ message: 'Successfully deleted' });
}

const schema = v.object({
  /** Whole keys, despite the name; each optionally limited to one version. */
  prefixes: v.pipe(
    v.array(v.union([keyText, v.object({ path: keyText, versionId: versionText })])),
    v.minLength(1),
    v.maxLength(maxKeys),
  ),
});

/** DELETE /object/:bucket `{prefixes}`. Returns the deleted rows, without objects that are missing or protected. */
export async function deleteObjects({ db, blobs, http, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  const { prefixes } = await readJsonBody(http, schema, maxKeyListBytes);
  const keys = prefixes.map((entry) => (typeof entry === 'string' ? { path: entry } : entry));
  const removed = await removeObjects(db, session, bucket, keys);
  await blobs.remove(removed.versions);
  return jsonText(removed.json);
}
