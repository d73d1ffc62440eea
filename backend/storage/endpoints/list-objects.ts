import * as v from 'valibot';
import { json, jsonText, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { countUpTo, keyText, readJsonBody, boundedText } from '../json.ts';
import type { StorageRequest } from '../request.ts';
import { levelSql, pageSql } from '../store/listings.ts';

const maxLimit = 1000;
const inclusion = v.optional(v.picklist(['exclude', 'include', 'only']), 'exclude');
const order = v.optional(v.picklist(['asc', 'desc']), 'asc');

const commonEntries = {
  prefix: v.optional(keyText, ''),
  noncurrentVersions: inclusion,
  deleteMarkers: inclusion,
  /** Whether the prefix is a whole key. */
  exactMatch: v.optional(v.boolean(), false),
};

/** Every object has one version here, so `only` asks for nothing; `include` and `exclude` are the same. */
const wantsNothing = (body: { noncurrentVersions: string; deleteMarkers: string }): boolean =>
  body.noncurrentVersions === 'only' || body.deleteMarkers === 'only';

const listSchema = v.object({
  ...commonEntries,
  search: v.optional(keyText, ''),
  limit: v.optional(countUpTo(maxLimit), 100),
  offset: v.optional(countUpTo(Number.MAX_SAFE_INTEGER), 0),
  sortBy: v.optional(
    v.object({
      column: v.optional(v.picklist(['name', 'updated_at', 'created_at', 'last_accessed_at']), 'name'),
      order,
    }),
    {},
  ),
});

function withoutTrailingSlashes(prefix: string): string {
  // The expression /\/+$/ would take quadratic time on a run of slashes that is not at the end.
  let end = prefix.length;
  while (prefix[end - 1] === '/') end -= 1;
  return prefix.slice(0, end);
}

/** POST /object/list/:bucket: files and folders of one level. A missing bucket looks empty. */
export async function listObjects({ db, http, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  const body = await readJsonBody(http, listSchema);
  if (wantsNothing(body)) return json([]);
  const { search, limit, offset, sortBy, exactMatch } = body;
  const prefix = withoutTrailingSlashes(body.prefix);
  const folder = exactMatch ? prefix.slice(0, prefix.lastIndexOf('/') + 1) : prefix && `${prefix}/`;
  const { rows } = await db.asCaller(session, {
    sql: levelSql(sortBy.column, sortBy.order),
    values: [bucket, folder, search, String(limit), String(offset), exactMatch ? prefix : null],
  });
  return jsonText(rows[0]?.[0] ?? '[]');
}

const maxCursorCharacters = 4096;

const listV2Schema = v.object({
  ...commonEntries,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.toMaxValue(maxLimit)), maxLimit),
  cursor: v.optional(boundedText(maxCursorCharacters)),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(v.object({ column: v.picklist(['name', 'updated_at', 'created_at']), order }), {
    column: 'name',
  }),
});

/** A cursor is the base64url of a JSON array: sort value and name of the last entry. */
const cursorSchema = v.tuple([boundedText(100), keyText]);

function readCursor(cursor: string): readonly [sort: string, name: string] {
  try {
    return v.parse(cursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
  } catch {
    throw new StorageError('InvalidRequest', 'body/cursor is not valid');
  }
}

/**
 * POST /object/list-v2/:bucket: one page of the objects whose keys start with `prefix`. With a delimiter, deeper
 * objects appear as their folder. A missing bucket looks empty.
 */
export async function listObjectsV2({ db, http, bucket, caller }: StorageRequest): Promise<Reply> {
  const { session } = await caller();
  const body = await readJsonBody(http, listV2Schema);
  const { prefix, limit, cursor, sortBy, exactMatch, with_delimiter: withDelimiter } = body;
  if (wantsNothing(body)) return json({ hasNext: false, folders: [], objects: [] });
  const after = cursor ? readCursor(cursor) : [null, null];
  const { rows } = await db.asCaller(session, {
    sql: pageSql(sortBy.column, sortBy.order),
    values: [bucket, prefix, String(withDelimiter), String(exactMatch), ...after, String(limit + 1)],
  });
  const page = rows.slice(0, limit);
  const entries = (isFolder: 't' | 'f') =>
    page.filter(([kind]) => kind === isFolder).map(([, , , entry]) => JSON.parse(entry ?? 'null') as unknown);
  const hasNext = rows.length > limit;
  const [, sort, name] = page.at(-1) ?? [];
  const nextCursor = Buffer.from(JSON.stringify([sort, name])).toString('base64url');
  return json({
    hasNext,
    ...(hasNext && { nextCursor, nextCursorKey: name }),
    folders: entries('t'),
    objects: entries('f'),
  });
}
