import type { Handler } from 'hono';
import * as v from 'valibot';
import { count, keyText, readJson } from '../json.ts';
import { versionEntries, wantsOnlyFormer } from './listing-options.ts';
import type { StorageServices } from '../services.ts';

const schema = v.object({
  prefix: v.optional(keyText, ''),
  search: v.optional(keyText, ''),
  limit: v.optional(count(1000), 100),
  offset: v.optional(count(Number.MAX_SAFE_INTEGER), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
  ...versionEntries,
});

function withoutTrailingSlashes(prefix: string): string {
  // A loop: the expression /\/+$/ looks at a run of slashes again from each of its places.
  let end = prefix.length;
  while (prefix[end - 1] === '/') end -= 1;
  return prefix.slice(0, end);
}

/** POST /object/list/:bucket: files and folders of one level. An unknown bucket has none. */
export function listObjects({ listings, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const body = await readJson(c.req.raw, schema);
    const { prefix, search, limit, offset, sortBy, exactMatch } = body;
    if (wantsOnlyFormer(body)) return c.json([]);
    const json = await listings.list(session, c.req.param('bucket') ?? '', {
      prefix: withoutTrailingSlashes(prefix),
      exactMatch,
      search,
      limit,
      offset,
      sortBy: sortBy.column,
      order: sortBy.order,
    });
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  };
}
