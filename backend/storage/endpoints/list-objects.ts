import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { countUpTo, keyText, readJsonBody, boundedText } from '../json.ts';
import { json, jsonText, type StorageEndpoint } from '../request.ts';
import type { Position } from '../store/listings.ts';

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
function wantsOnlyFormer(body: {
  readonly noncurrentVersions: string;
  readonly deleteMarkers: string;
}): boolean {
  return body.noncurrentVersions === 'only' || body.deleteMarkers === 'only';
}

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
export const listObjects: StorageEndpoint = async ({ services, raw, bucket, caller }) => {
  const { session } = await caller();
  const body = await readJsonBody(raw, listSchema);
  if (wantsOnlyFormer(body)) return json([]);
  return jsonText(
    await services.listings.list(session, bucket, {
      ...body,
      prefix: withoutTrailingSlashes(body.prefix),
      sortBy: body.sortBy.column,
      order: body.sortBy.order,
    }),
  );
};

const maxCursorLength = 4096;

const listV2Schema = v.object({
  ...commonEntries,
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.toMaxValue(maxLimit)), maxLimit),
  cursor: v.optional(boundedText(maxCursorLength)),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(v.object({ column: v.picklist(['name', 'updated_at', 'created_at']), order }), {
    column: 'name',
  }),
});

const cursorSchema = v.tuple([boundedText(100), keyText]);

/** A cursor is the base64url of a JSON array: sort value and name of the last entry. */
function writeCursor({ sort, name }: Position): string {
  return Buffer.from(JSON.stringify([sort, name])).toString('base64url');
}

function readCursor(cursor: string): Position {
  try {
    const [sort, name] = v.parse(cursorSchema, JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')));
    return { sort, name };
  } catch {
    throw new StorageError('InvalidRequest', 'body/cursor is not valid');
  }
}

/**
 * POST /object/list-v2/:bucket: one page of the objects whose keys start with `prefix`. With a delimiter, deeper
 * objects appear as their folder. A missing bucket looks empty.
 */
export const listObjectsV2: StorageEndpoint = async ({ services, raw, bucket, caller }) => {
  const { session } = await caller();
  const body = await readJsonBody(raw, listV2Schema);
  const { prefix, limit, cursor, sortBy, exactMatch } = body;
  if (wantsOnlyFormer(body)) return json({ hasNext: false, folders: [], objects: [] });
  const entries = await services.listings.listV2(session, bucket, {
    prefix,
    exactMatch,
    withDelimiter: body.with_delimiter,
    after: cursor === undefined || cursor === '' ? null : readCursor(cursor),
    sortBy: sortBy.column,
    order: sortBy.order,
    limit: limit + 1,
  });
  const page = entries.slice(0, limit);
  const last = entries.length > limit ? page.at(-1) : undefined;
  return json({
    hasNext: last !== undefined,
    ...(last && { nextCursor: writeCursor(last), nextCursorKey: last.name }),
    folders: page.filter(({ isFolder }) => isFolder).map(({ entry }) => entry),
    objects: page.filter(({ isFolder }) => !isFolder).map(({ entry }) => entry),
  });
};
