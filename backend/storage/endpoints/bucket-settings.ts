import * as v from 'valibot';
import type { BucketSettings } from '../store/buckets.ts';
import { StorageError } from '../errors.ts';
import { text } from '../json.ts';
import { parseSize } from './size.ts';

/** What creating and changing a bucket have in common. */
export const bucketSettingsEntries = {
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(v.nullable(v.union([v.number(), text(30)]))),
  allowed_mime_types: v.optional(v.nullable(v.pipe(v.array(text(255)), v.maxLength(100)))),
  type: v.optional(v.nullable(text(30))),
  versioning_status: v.optional(v.nullable(text(30))),
};

const schema = v.object(bucketSettingsEntries);

/**
 * Turns the wire's settings into the stored ones.
 * @throws StorageError InvalidRequest for a size that is none; EntityTooLarge for one above the server's limit;
 * FeatureNotEnabled for buckets of another type than ours, and for versions
 */
export function bucketSettings(body: v.InferOutput<typeof schema>, fileSizeLimit: number): BucketSettings {
  const { file_size_limit: size, allowed_mime_types: types, type, versioning_status: versioning } = body;
  if (type != null && type !== 'STANDARD') throw new StorageError('FeatureNotEnabled', type);
  if (versioning != null && versioning !== 'DISABLED')
    throw new StorageError('FeatureNotEnabled', 'versioning');
  const bytes = size == null ? size : parseSize(size);
  if (bytes != null && bytes > fileSizeLimit) throw new StorageError('EntityTooLarge');
  return {
    ...(body.public !== undefined && { public: body.public }),
    ...(bytes !== undefined && { file_size_limit: bytes }),
    ...(types !== undefined && { allowed_mime_types: types }),
  };
}
