import pg from 'pg';
import { StorageError } from '../errors.ts';
import { json, type StorageEndpoint } from '../request.ts';

const foreignKeyViolation = '23503';

/** DELETE /bucket/:id. Only an empty bucket can be deleted. */
export const deleteBucket: StorageEndpoint = async ({ services, bucket, caller }) => {
  const { session } = await caller();
  const removed = await services.buckets.remove(session, bucket).catch((error: Error) => {
    if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation)
      throw new StorageError('ResourceNotEmpty');
    throw error;
  });
  if (!removed) throw new StorageError('NoSuchBucket');
  return json({ message: 'Successfully deleted' });
};
