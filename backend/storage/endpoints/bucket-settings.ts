import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { boundedText } from '../json.ts';

/** The settings in the body of a request that creates or updates a bucket. */
export const settingsSchema = v.object({
  public: v.optional(v.boolean()),
  file_size_limit: v.nullish(v.union([v.number(), boundedText(30)])),
  allowed_mime_types: v.nullish(v.pipe(v.array(boundedText(255)), v.maxLength(100))),
  type: v.nullish(boundedText(30)),
  versioning_status: v.nullish(boundedText(30)),
});

/** The settings in a statement: one JSON parameter, `$2`, which keeps absent and null apart. */
export const isPublic = `($2::jsonb ->> 'public')::boolean`;
export const sizeLimit = `($2::jsonb ->> 'file_size_limit')::bigint`;
export const allowedTypes = `case when jsonb_typeof($2::jsonb -> 'allowed_mime_types') = 'array'
  then array(select jsonb_array_elements_text($2::jsonb -> 'allowed_mime_types')) end`;

const powers = { B: 0, KB: 1, MB: 2, GB: 3 } as const;

/** Parses a number of bytes, or text with a decimal unit ("20MB", "30kb", "3B"). In bytes. */
function parseSize(value: number | string): number {
  const match = /^(\d{1,15})\s*(B|KB|MB|GB)?$/i.exec(String(value).trim());
  if (!match) throw new StorageError('InvalidRequest', 'file_size_limit must be a size such as 20MB');
  const unit = (match[2] ?? 'B').toUpperCase() as keyof typeof powers;
  return Number(match[1]) * 1000 ** powers[unit];
}

/**
 * Checks the settings of a body and returns them as JSON text, without absent ones.
 * @param maxSize the server's limit in bytes
 * @throws StorageError InvalidRequest for a malformed size; EntityTooLarge for one above `maxSize`;
 * FeatureNotEnabled for another bucket type than STANDARD, and for versioning
 */
export function bucketSettings(settings: v.InferOutput<typeof settingsSchema>, maxSize: number): string {
  const { type, versioning_status: versioning, file_size_limit: limit } = settings;
  if (type != null && type !== 'STANDARD') throw new StorageError('FeatureNotEnabled', type);
  if (versioning != null && versioning !== 'DISABLED')
    throw new StorageError('FeatureNotEnabled', 'versioning');
  const size = limit == null ? limit : parseSize(limit);
  if (size != null && size > maxSize) throw new StorageError('EntityTooLarge');
  return JSON.stringify({ ...settings, file_size_limit: size });
}
