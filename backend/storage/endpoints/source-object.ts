import * as v from 'valibot';
import type { Database } from '../../db/database.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import { bucketText, keyText, versionText } from '../json.ts';
import { checkKey } from '../store/keys.ts';
import { findObject } from '../store/objects.ts';

/** The part of the body that move and copy share. */
export const sourceSchema = v.object({
  bucketId: bucketText,
  sourceKey: keyText,
  destinationKey: keyText,
  /** Absent for the same bucket. */
  destinationBucket: v.nullish(bucketText),
  sourceVersionId: v.optional(versionText),
});

/**
 * Finds the object to move or copy, with the session's rights.
 * @throws StorageError InvalidKey, NoSuchKey
 */
export async function findSource(
  db: Database,
  session: RequestSession,
  body: v.InferOutput<typeof sourceSchema>,
) {
  const { bucketId, sourceKey, destinationKey, destinationBucket, sourceVersionId } = body;
  const source = { bucket: bucketId, key: checkKey(sourceKey) };
  const destination = { bucket: destinationBucket || bucketId, key: checkKey(destinationKey) };
  const object = await findObject(db, session, source);
  if (!object || (sourceVersionId ?? object.version) !== object.version) throw new StorageError('NoSuchKey');
  return { object, source, destination };
}
