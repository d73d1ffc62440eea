import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { keyText, readJsonBody } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { checkBucketName } from '../store/keys.ts';
import { allowedTypes, bucketSettings, isPublic, settingsSchema, sizeLimit } from './bucket-settings.ts';

const schema = v.object({ id: v.optional(keyText), name: keyText, ...settingsSchema.entries });

const sql = `insert into storage.buckets
  (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
  values ($1, $1, $3::text::uuid, $3::text, coalesce(${isPublic}, false), ${sizeLimit}, ${allowedTypes})`;

/** POST /bucket. A bucket's id and name are the same. */
export async function createBucket({ db, http, fileSizeLimit, caller }: StorageRequest): Promise<Reply> {
  const { session, userId } = await caller();
  const body = await readJsonBody(http, schema);
  const id = checkBucketName(body.id ?? body.name);
  await db.asCaller(session, { sql, values: [id, bucketSettings(body, fileSizeLimit), userId] });
  return json({ name: id });
}
