import pg from 'pg';
import { json, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';

const foreignKeyViolation = '23503';

/** DELETE /bucket/:id. Only an empty bucket can be deleted. */
export async function deleteBucket({ db, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  const statement = { sql: 'delete from storage.buckets where id = $1', values: [bucket] };
  const { rowCount } = await db.asCaller(session, statement).catch((error: Error) => {
    if (error instanceof pg.DatabaseError && error.code === foreignKeyViolation)
      throw new StorageError('ResourceNotEmpty');
    throw error;
  });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return json({ message: 'Successfully deleted' });
}
