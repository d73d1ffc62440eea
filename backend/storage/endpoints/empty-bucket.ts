import { json, type StorageEndpoint } from '../request.ts';
import { findBucket } from '../store/buckets.ts';
import { removeObjects } from '../store/objects.ts';

/** POST /bucket/:id/empty: removes the objects that the caller may delete, before it responds. */
export const emptyBucket: StorageEndpoint = async ({ db, blobs, bucket, caller }) => {
  const { session } = await caller();
  await findBucket(db, session, bucket);
  const { versions } = await removeObjects(db, session, bucket, 'all');
  for (const version of versions) await blobs.remove(version);
  // Upstream's text; there a queue does the work later.
  return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
};
