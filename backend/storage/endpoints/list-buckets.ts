import * as v from 'valibot';
import { jsonText, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { bucketText } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { bucketFields } from '../store/buckets.ts';

const wholeNumber = (fallback: string) => v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/)), fallback);

const schema = v.object({
  limit: wholeNumber('1000'),
  offset: wholeNumber('0'),
  search: v.optional(bucketText, ''),
  sortColumn: v.optional(v.picklist(['id', 'name', 'created_at', 'updated_at']), 'name'),
  sortOrder: v.optional(v.picklist(['asc', 'desc']), 'asc'),
});

/** GET /bucket: the buckets that the caller may see. */
export async function listBuckets({ db, query, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  const options = v.safeParse(schema, query);
  if (!options.success) throw new StorageError('InvalidRequest', 'querystring is not valid');
  const { limit, offset, search, sortColumn, sortOrder } = options.output;
  const sql = `with page as (
      select row_number() over (order by ${sortColumn} ${sortOrder}, id) as place, * from storage.buckets
      where position(lower($1) in lower(name)) > 0 order by place limit $2::bigint offset $3::bigint
    ) select coalesce(json_agg(json_build_object(${bucketFields}, 'type', type) order by place), '[]') from page`;
  const { rows } = await db.asCaller(session, { sql, values: [search, limit, offset] });
  return jsonText(rows[0]?.[0] ?? '[]');
}
