import { StorageError } from '../errors.ts';
import { json, type StorageEndpoint } from '../request.ts';

/** POST /bucket/:id/empty: removes the objects that the caller may delete, before it responds. */
export const emptyBucket: StorageEndpoint = async ({ services, bucket, caller }) => {
  const { session } = await caller();
  const { buckets, objects, blobs } = services;
  if ((await buckets.find(session, bucket)) === undefined) throw new StorageError('NoSuchBucket');
  const { versions } = await objects.remove(session, bucket, 'all');
  for (const version of versions) await blobs.remove(version);
  // Upstream's text; there a queue does the work later.
  return json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
};
