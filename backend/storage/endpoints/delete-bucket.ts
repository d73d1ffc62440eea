import type { Handler } from 'hono';
import pg from 'pg';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';

const foreignKeyViolation = '23503';

/** DELETE /bucket/:id. Only an empty bucket can be deleted. */
export function deleteBucket({ buckets, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const removed = await buckets.remove(session, c.req.param('bucket') ?? '').catch((error: Error) => {
      if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation)
        throw new StorageError('ResourceNotEmpty');
      throw error;
    });
    if (!removed) throw new StorageError('NoSuchBucket');
    return c.json({ message: 'Successfully deleted' });
  };
}
