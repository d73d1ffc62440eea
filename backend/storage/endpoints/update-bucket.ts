import { json, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { readJsonBody } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { allowedTypes, bucketSettings, isPublic, settingsSchema, sizeLimit } from './bucket-settings.ts';

const sql = `update storage.buckets set public = coalesce(${isPublic}, public),
  file_size_limit = case when $2::jsonb ? 'file_size_limit' then ${sizeLimit} else file_size_limit end,
  allowed_mime_types = case when $2::jsonb ? 'allowed_mime_types' then ${allowedTypes}
    else allowed_mime_types end,
  updated_at = now() where id = $1`;

/** PUT /bucket/:id. Absent settings keep their value. */
export async function updateBucket(request: StorageRequest): Promise<Reply> {
  const { db, http, bucket, fileSizeLimit } = request;
  const { session } = await request.caller();
  const settings = bucketSettings(await readJsonBody(http, settingsSchema), fileSizeLimit);
  const { rowCount } = await db.asCaller(session, { sql, values: [bucket, settings] });
  if (rowCount === 0) throw new StorageError('NoSuchBucket');
  return json({ message: 'Successfully updated' });
}
