import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { readJsonBody, boundedText } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { readObjectBytes } from '../store/blobs.ts';
import { describeObject, type StoredObject } from '../store/objects.ts';
import {
  encodingOf,
  maxCacheControlCharacters,
  metadataHeader,
  type UploadBody,
} from '../uploads/read-upload.ts';
import { storeUpload } from '../uploads/store-object.ts';
import { findSource, sourceSchema } from './source-object.ts';

const schema = v.object({
  ...sourceSchema.entries,
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(
    v.object({
      cacheControl: v.optional(boundedText(maxCacheControlCharacters)),
      mimetype: v.optional(boundedText(255)),
      contentEncoding: v.optional(boundedText(100)),
    }),
    {},
  ),
});
type Body = v.InferOutput<typeof schema>;

/**
 * The details of the copy. As upstream, without `copyMetadata` the source's details are only defaults, and the user
 * metadata comes from this request.
 */
function detailsFor(
  { metadata, userMetadata }: StoredObject,
  { copyMetadata, metadata: changes }: Body,
  newUserMetadata: string | null,
): Omit<UploadBody, 'bytes'> {
  const stored = {
    cacheControl: metadata.cacheControl ?? 'no-cache',
    contentEncoding: metadata.contentEncoding ?? null,
    contentType: metadata.mimetype ?? 'application/octet-stream',
  };
  if (copyMetadata)
    return { ...stored, userMetadata: userMetadata === null ? null : JSON.stringify(userMetadata) };
  return {
    cacheControl: changes.cacheControl ?? stored.cacheControl,
    contentEncoding: encodingOf(changes.contentEncoding ?? stored.contentEncoding),
    contentType: changes.mimetype ?? stored.contentType,
    userMetadata: newUserMetadata,
  };
}

/**
 * POST /object/copy: needs the right to read the source and to store the destination, under the rules of its bucket.
 * `x-upsert: true` replaces an existing destination. Returns the new row and its `Key`.
 */
export async function copyObject(request: StorageRequest): Promise<Reply> {
  const { db, blobs, http, upsert, quotaKeys } = request;
  const { session, userId: owner } = await request.caller();
  const body = await readJsonBody(http, schema);
  const { object, destination } = await findSource(db, session, body);
  const details = detailsFor(object, body, metadataHeader(http));
  const terms = { session, owner, quotaKeys: quotaKeys(session.role, owner), upsert };
  await storeUpload(request, destination, terms, async (limit) => {
    if (object.metadata.size > limit) throw new StorageError('EntityTooLarge');
    return { ...details, bytes: await readObjectBytes(blobs, object) };
  });
  const row = await describeObject(db, destination);
  return json({ Id: row['id'], Key: `${destination.bucket}/${destination.key}`, ...row });
}
