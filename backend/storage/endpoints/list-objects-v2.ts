import type { Handler } from 'hono';
import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { wantsOnlyFormer, versionEntries } from './listing-options.ts';
import { keyText, readJson, text } from '../json.ts';
import type { Place } from '../store/listings.ts';
import type { StorageServices } from '../services.ts';

const maxLimit = 1000;
/** Base64 of JSON that holds a time and a key. */
const maxCursorLength = 4096;

const schema = v.object({
  prefix: v.optional(keyText, ''),
  limit: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.toMaxValue(maxLimit)), maxLimit),
  cursor: v.optional(text(maxCursorLength)),
  with_delimiter: v.optional(v.boolean(), false),
  sortBy: v.optional(
    v.object({
      column: v.picklist(['name', 'updated_at', 'created_at']),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    { column: 'name' },
  ),
  ...versionEntries,
});

const cursorSchema = v.tuple([text(100), keyText]);

function writeCursor({ sort, name }: Place): string {
  return Buffer.from(JSON.stringify([sort, name])).toString('base64url');
}

function readCursor(cursor: string): Place {
  try {
    const json = Buffer.from(cursor, 'base64url').toString('utf8');
    const [sort, name] = v.parse(cursorSchema, JSON.parse(json));
    return { sort, name };
  } catch {
    throw new StorageError('InvalidRequest', 'body/cursor is not valid');
  }
}

/**
 * POST /object/list-v2/:bucket: objects whose keys begin with `prefix`, in pages that a cursor leads through; with a
 * delimiter what lies deeper is told as folders. An unknown bucket is empty.
 */
export function listObjectsV2({ listings, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const body = await readJson(c.req.raw, schema);
    const { prefix, limit, cursor, sortBy, exactMatch } = body;
    if (wantsOnlyFormer(body)) return c.json({ hasNext: false, folders: [], objects: [] });
    const entries = await listings.listV2(session, c.req.param('bucket') ?? '', {
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
    return c.json({
      hasNext: last !== undefined,
      ...(last && { nextCursor: writeCursor(last), nextCursorKey: last.name }),
      folders: page.filter(({ isFolder }) => isFolder).map(({ entry }) => entry),
      objects: page.filter(({ isFolder }) => !isFolder).map(({ entry }) => entry),
    });
  };
}
