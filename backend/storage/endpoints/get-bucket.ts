import { jsonText, type StorageEndpoint } from '../request.ts';
import { findBucket } from '../store/buckets.ts';

/** GET /bucket/:id */
export const getBucket: StorageEndpoint = async ({ db, bucket, caller }) => {
  const { session } = await caller();
  return jsonText(await findBucket(db, session, bucket));
};
