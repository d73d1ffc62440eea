import * as v from 'valibot';
import { bucketText, keyText, versionText } from '../json.ts';
import { checkKey, type ObjectAddress } from '../store/keys.ts';

/** What moving and copying are told alike. */
export const transferEntries = {
  bucketId: bucketText,
  sourceKey: keyText,
  destinationKey: keyText,
  /** Absent for the same bucket. */
  destinationBucket: v.optional(v.nullable(bucketText)),
  sourceVersionId: v.optional(versionText),
};
const schema = v.object(transferEntries);

/** @throws StorageError InvalidKey */
export function addressesOf(body: v.InferOutput<typeof schema>): {
  readonly source: ObjectAddress;
  readonly destination: ObjectAddress;
} {
  const { bucketId, sourceKey, destinationKey, destinationBucket } = body;
  return {
    source: { bucket: bucketId, key: checkKey(sourceKey) },
    destination: { bucket: destinationBucket || bucketId, key: checkKey(destinationKey) },
  };
}
