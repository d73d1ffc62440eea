import type { Handler } from 'hono';
import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { bucketText } from '../json.ts';
import type { StorageServices } from '../services.ts';

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
export function listBuckets({ buckets, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const options = v.safeParse(schema, c.req.query());
    if (!options.success) throw new StorageError('InvalidRequest', 'querystring is not valid');
    const json = await buckets.list(session, options.output);
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  };
}
