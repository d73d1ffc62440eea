import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { bucketText } from '../json.ts';
import { jsonText, type StorageEndpoint } from '../request.ts';

const wholeNumber = (fallback: string) =>
  v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), fallback);

const schema = v.object({
  limit: wholeNumber('1000'),
  offset: wholeNumber('0'),
  search: v.optional(bucketText, ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
});

/** GET /bucket: the buckets that the caller may see. */
export const listBuckets: StorageEndpoint = async ({ services, query, caller }) => {
  const { session } = await caller();
  const options = v.safeParse(schema, query);
  if (!options.success) throw new StorageError('InvalidRequest', 'querystring is not valid');
  return jsonText(await services.buckets.list(session, options.output));
};
