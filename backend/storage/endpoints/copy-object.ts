import type { Handler } from 'hono';
import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { readJson, text } from '../json.ts';
import { readWhole } from '../store/read-whole.ts';
import type { StorageServices } from '../services.ts';
import { contentFor, newObject, storeObject, type ObjectDetails } from '../uploads/store-object.ts';
import { encodingOf, maxCacheControl, metadataHeader } from '../uploads/read-upload.ts';
import { addressesOf, transferEntries } from './source-object.ts';
import type { StoredObject } from '../store/objects.ts';

const schema = v.object({
  ...transferEntries,
  copyMetadata: v.optional(v.boolean(), true),
  metadata: v.optional(
    v.object({
      cacheControl: v.optional(text(maxCacheControl)),
      mimetype: v.optional(text(255)),
      contentEncoding: v.optional(text(100)),
    }),
    {},
  ),
});
type Body = v.InferOutput<typeof schema>;

/** As upstream: what is not overridden stays, but what the uploader noted is only copied together with the rest. */
function detailsFor(
  { metadata, userMetadata }: StoredObject,
  { copyMetadata, metadata: changes }: Body,
  noted: string | null,
): ObjectDetails & { readonly contentType: string } {
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
    userMetadata: noted,
  };
}

/**
 * POST /object/copy: needs the right to read the source and to store the destination, which `x-upsert: true` lets
 * be replaced. The rules of the destination's bucket hold as for an upload. Answers the new row, and its `Key`.
 */
export function copyObject(services: StorageServices): Handler {
  const { objects, buckets, blobs, uploads } = services;
  return async (c) => {
    const { session, userId } = await services.identify(c.req.raw);
    const payers = services.payers(c, { role: session.role, userId });
    const body = await readJson(c.req.raw, schema);
    const { source, destination } = addressesOf(body);
    const object = await objects.find(session, source);
    if (!object || (body.sourceVersionId ?? object.version) !== object.version)
      throw new StorageError('NoSuchKey');
    const rules = await buckets.uploadRules(destination.bucket);
    if (!rules) throw new StorageError('NoSuchBucket');
    const upsert = c.req.header('x-upsert') === 'true';
    const details = detailsFor(object, body, metadataHeader(c.req.raw));
    await objects.checkUpload(session, destination, userId, upsert);
    const limit = Math.min(services.fileSizeLimit, rules.fileSizeLimit ?? Infinity);
    if (object.metadata.size > limit) throw new StorageError('EntityTooLarge');
    await uploads.run(payers, async () => {
      const stored = { ...details, bytes: await readWhole(blobs, object) };
      const content = await contentFor(services, rules, stored, payers);
      const { contentEncoding } = content;
      const copy = await newObject(content, { ...details, contentEncoding }, userId);
      await storeObject(services, session, destination, copy, { bytes: content.bytes, upsert });
    });
    const row = await objects.describe(destination);
    return c.json({ Id: row['id'], Key: `${destination.bucket}/${destination.key}`, ...row });
  };
}
