import type { Handler } from 'hono';
import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { readJson } from '../json.ts';
import type { ObjectAddress } from '../store/keys.ts';
import { checkContentType, takesOnlyImages } from '../uploads/content-type.ts';
import type { StoredObject } from '../store/objects.ts';
import { readWhole } from '../store/read-whole.ts';
import type { StorageServices } from '../services.ts';
import { contentFor, newObject, writeWithRow } from '../uploads/store-object.ts';
import { addressesOf, transferEntries } from './source-object.ts';

const schema = v.object(transferEntries);

/** Whether the bucket takes the object's bytes as they are. Throws what an upload of them would throw. */
async function fits(services: StorageServices, object: StoredObject, bucket: string): Promise<boolean> {
  const rules = await services.buckets.uploadRules(bucket);
  if (!rules) throw new StorageError('NoSuchBucket');
  const limit = Math.min(services.fileSizeLimit, rules.fileSizeLimit ?? Infinity);
  if (object.metadata.size > limit) throw new StorageError('EntityTooLarge');
  checkContentType(object.metadata.mimetype ?? '', rules.allowedMimeTypes);
  return !takesOnlyImages(rules.allowedMimeTypes);
}

/** Encodes a picture anew on its way into a bucket of pictures, as an upload would. */
async function remake(
  services: StorageServices,
  object: StoredObject,
  { bucket }: ObjectAddress,
  payers: readonly string[],
) {
  const rules = await services.buckets.uploadRules(bucket);
  if (!rules) throw new StorageError('NoSuchBucket');
  const bytes = await readWhole(services.blobs, object);
  const stored = { bytes, contentType: object.metadata.mimetype, contentEncoding: null };
  const content = await contentFor(services, rules, stored, payers);
  const details = { cacheControl: object.metadata.cacheControl, contentEncoding: null, userMetadata: null };
  const { version, metadata } = await newObject(content, details, null);
  return { version, metadata, bytes: content.bytes };
}

/**
 * POST /object/move: needs the right to change the source, and to have it under the new name. Within a bucket, and
 * into buckets that are not of pictures alone, the bytes stay where they are: only the row changes.
 */
export function moveObject(services: StorageServices): Handler {
  const { objects } = services;
  return async (c) => {
    const { session, userId: owner } = await services.identify(c.req.raw);
    const payers = services.payers(c, { role: session.role, userId: owner });
    const body = await readJson(c.req.raw, schema);
    const { source, destination } = addressesOf(body);
    const object = await objects.find(session, source);
    if (!object || (body.sourceVersionId ?? object.version) !== object.version)
      throw new StorageError('NoSuchKey');
    const stays = destination.bucket === source.bucket || (await fits(services, object, destination.bucket));
    const move = (content = { version: object.version, metadata: object.metadata }) =>
      objects.move(session, { source, destination, from: object.version, owner, ...content });
    const moved = stays
      ? await move()
      : await services.uploads.run(payers, async () => {
          const { bytes, ...content } = await remake(services, object, destination, payers);
          return writeWithRow(services, content.version, bytes, () => move(content));
        });
    // As upstream: what may be read but not changed cannot be found here.
    if (!moved) throw new StorageError('NoSuchKey');
    return c.json({ message: 'Successfully moved' });
  };
}
