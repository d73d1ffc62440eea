import * as v from 'valibot';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import { bucketText, keyText, versionText } from '../json.ts';
import { checkKey, type ObjectAddress } from '../store/keys.ts';
import type { ObjectStore, StoredObject } from '../store/objects.ts';

/** The part of the body that move and copy share. */
export const sourceEntries = {
  bucketId: bucketText,
  sourceKey: keyText,
  destinationKey: keyText,
  /** Absent for the same bucket. */
  destinationBucket: v.optional(v.nullable(bucketText)),
  sourceVersionId: v.optional(versionText),
};
const schema = v.object(sourceEntries);

/**
 * Finds the object to move or copy, with the session's rights.
 * @throws StorageError InvalidKey, NoSuchKey
 */
export async function findSource(
  objects: ObjectStore,
  session: RequestSession,
  body: v.InferOutput<typeof schema>,
): Promise<{
  readonly object: StoredObject;
  readonly source: ObjectAddress;
  readonly destination: ObjectAddress;
}> {
  const { bucketId, sourceKey, destinationKey, destinationBucket, sourceVersionId } = body;
  const source = { bucket: bucketId, key: checkKey(sourceKey) };
  const destination = { bucket: destinationBucket || bucketId, key: checkKey(destinationKey) };
  const object = await objects.find(session, source);
  if (!object || (sourceVersionId ?? object.version) !== object.version) throw new StorageError('NoSuchKey');
  return { object, source, destination };
}
