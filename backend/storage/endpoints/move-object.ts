import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { readJsonBody } from '../json.ts';
import { json, type StorageEndpoint } from '../request.ts';
import { readObjectBytes } from '../store/blobs.ts';
import type { UploadRules } from '../store/buckets.ts';
import { checkContentType, takesOnlyImages } from '../uploads/content-type.ts';
import { prepareObject, writeWithRow } from '../uploads/store-object.ts';
import { findSource, sourceEntries } from './source-object.ts';

const schema = v.object(sourceEntries);

/**
 * POST /object/move: needs the right to change the source and to own the new name. Another bucket's upload rules apply.
 * Only a move into a bucket of images alone re-encodes the bytes; every other move changes the row alone.
 */
export const moveObject: StorageEndpoint = async ({ services, raw, caller }) => {
  const { objects, buckets, blobs, uploads } = services;
  const { session, userId: owner, payers } = await caller();
  const body = await readJsonBody(raw, schema);
  const { object, source, destination } = await findSource(objects, session, body);
  const { version, metadata } = object;
  const move = (content = { version, metadata }): Promise<boolean> =>
    objects.move(session, { source, destination, from: version, owner, ...content });
  const moveReencoded = async (rules: UploadRules): Promise<boolean> => {
    const bytes = await readObjectBytes(blobs, object);
    const details = { cacheControl: metadata.cacheControl, contentEncoding: null, userMetadata: null };
    const content = { ...details, bytes, contentType: metadata.mimetype };
    const prepared = await prepareObject(services, rules, content, { owner: null, payers });
    return writeWithRow(blobs, prepared, () =>
      move({ version: prepared.version, metadata: prepared.metadata }),
    );
  };

  const rules =
    destination.bucket === source.bucket ? undefined : await buckets.uploadRules(destination.bucket);
  if (rules) {
    if (metadata.size > rules.fileSizeLimit) throw new StorageError('EntityTooLarge');
    checkContentType(metadata.mimetype ?? '', rules.allowedMimeTypes);
  }
  const moved =
    rules && takesOnlyImages(rules.allowedMimeTypes)
      ? await uploads.run(payers, () => moveReencoded(rules))
      : await move();
  // As upstream: an object that the caller may read but not change looks missing.
  if (!moved) throw new StorageError('NoSuchKey');
  return json({ message: 'Successfully moved' });
};
