import { jsonText, type Reply } from '../../http/reply.ts';
import type { StorageRequest } from '../request.ts';
import { findBucket } from '../store/buckets.ts';

/** GET /bucket/:id */
export async function getBucket({ db, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  return jsonText(await findBucket(db, session, bucket));
}
