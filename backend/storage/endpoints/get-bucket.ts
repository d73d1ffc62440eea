import { StorageError } from '../errors.ts';
import { jsonText, type StorageEndpoint } from '../request.ts';

/** GET /bucket/:id */
export const getBucket: StorageEndpoint = async ({ services, bucket, caller }) => {
  const { session } = await caller();
  const found = await services.buckets.find(session, bucket);
  if (found === undefined) throw new StorageError('NoSuchBucket');
  return jsonText(found);
};
