import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { boundedText } from '../json.ts';
import type { BucketSettings } from '../store/buckets.ts';

/** The settings in the body of a request that creates or updates a bucket. */
export const bucketSettingsEntries = {
  public: v.optional(v.boolean()),
  file_size_limit: v.optional(v.nullable(v.union([v.number(), boundedText(30)]))),
  allowed_mime_types: v.optional(v.nullable(v.pipe(v.array(boundedText(255)), v.maxLength(100)))),
  type: v.optional(v.nullable(boundedText(30))),
  versioning_status: v.optional(v.nullable(boundedText(30))),
};

const schema = v.object(bucketSettingsEntries);

const powers = { B: 0, KB: 1, MB: 2, GB: 3 } as const;

/** Parses a number of bytes, or text with a decimal unit ("20MB", "30kb", "3B"). In bytes. */
function parseSize(value: number | string): number {
  const match = /^(\d{1,15})\s*(B|KB|MB|GB)?$/i.exec(String(value).trim());
  if (!match) throw new StorageError('InvalidRequest', 'file_size_limit must be a size such as 20MB');
  const unit = (match[2] ?? 'B').toUpperCase() as keyof typeof powers;
  return Number(match[1]) * 1000 ** powers[unit];
}

/**
 * Converts the wire's settings into the stored ones.
 * @throws StorageError InvalidRequest for a malformed size; EntityTooLarge for one above the server's limit;
 * FeatureNotEnabled for another bucket type than STANDARD, and for versioning
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
