import { json, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { readJsonBody } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { readObjectBytes } from '../store/blobs.ts';
import { findUploadRules, type UploadRules } from '../store/buckets.ts';
import type { StoredObject } from '../store/objects.ts';
import { checkContentType, inspectsContent } from '../uploads/content-type.ts';
import { prepareObject, writeWithRow } from '../uploads/store-object.ts';
import { findSource, sourceSchema } from './source-object.ts';

/** Moves only the version `$8`, not one that a concurrent upload stored. Without an owner (`$7`) it keeps the owner. */
const moveSql = `update storage.objects set bucket_id = $3, name = $4, version = nullif($5, ''), metadata = $6,
  owner = coalesce($7::text::uuid, owner), owner_id = coalesce($7::text, owner_id), updated_at = now()
  where bucket_id = $1 and name = $2 and coalesce(version, '') = $8`;

/**
 * POST /object/move: needs the right to change the source and to own the new name. Another bucket's upload rules apply.
 * Only a move into a bucket that inspects content looks at the bytes; every other move changes the row alone.
 */
export async function moveObject(request: StorageRequest): Promise<Reply> {
  const { db, blobs, uploads } = request;
  const { session, userId: owner } = await request.caller();
  const quotaKeys = request.quotaKeys(session.role, owner);
  const body = await readJsonBody(request.http, sourceSchema);
  const { object, source, destination: to } = await findSource(db, session, body);
  const { metadata } = object;
  const move = async (content: Pick<StoredObject, 'version' | 'metadata'> = object): Promise<boolean> => {
    const changes = [to.bucket, to.key, content.version, JSON.stringify(content.metadata), owner];
    const values = [source.bucket, source.key, ...changes, object.version];
    return (await db.asCaller(session, { sql: moveSql, values })).rowCount > 0;
  };
  const moveInspected = async (rules: UploadRules): Promise<boolean> => {
    const bytes = await readObjectBytes(blobs, object);
    const details = { cacheControl: metadata.cacheControl, contentEncoding: null, userMetadata: null };
    const content = { ...details, bytes, contentType: metadata.mimetype };
    const prepared = await prepareObject(request, rules, content, { owner: null, quotaKeys });
    return writeWithRow(blobs, prepared, () => move(prepared));
  };

  const rules = to.bucket === source.bucket ? undefined : await findUploadRules(request, to.bucket);
  if (rules) {
    if (metadata.size > rules.fileSizeLimit) throw new StorageError('EntityTooLarge');
    checkContentType(metadata.mimetype ?? '', rules.allowedMimeTypes);
  }
  const moved =
    rules && inspectsContent(rules) ? await uploads.run(quotaKeys, () => moveInspected(rules)) : await move();
  // As upstream: an object that the caller may read but not change looks missing.
  if (!moved) throw new StorageError('NoSuchKey');
  return json({ message: 'Successfully moved' });
}
