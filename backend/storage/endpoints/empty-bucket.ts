import { json, type Reply } from '../../http/reply.ts';
import type { StorageRequest } from '../request.ts';
import { findBucket } from '../store/buckets.ts';
import { removeObjects } from '../store/objects.ts';

/** POST /bucket/:id/empty: removes the objects that the caller may delete, before it responds. */
export async function emptyBucket({ db, blobs, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  await findBucket(db, session, bucket);
  const { versions } = await removeObjects(db, session, bucket, 'all');
  await blobs.remove(versions);
  // Upstream's text; there a queue does the work later.
  return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
}
