import * as v from 'valibot';
import { AuthError, invalid } from './errors.ts';
import type { AuthRequest } from './request.ts';

const maxBytes = 64 * 1024;
/** Deeper than any metadata needs to be. */
const maxDepth = 20;
/** In characters: the length of a long URL, more than any address, password or code needs. */
const maxText = 2048;

/** Optional text of at most `length` characters; null and absent become the empty text. */
export function textUpTo(length: number) {
  return v.nullish(v.pipe(v.string(), v.maxLength(length)), '');
}

export const text = textUpTo(maxText);
export const flag = v.nullish(v.boolean(), false);
export const metadata = v.nullish(
  v.custom<Record<string, unknown>>(isObject, 'must be an object'),
  {} as Record<string, unknown>,
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    throw badJson((error as Error).message);
  }
}

function badJson(detail: string): AuthError {
  return new AuthError('bad_json', { message: `Could not parse request body as JSON: ${detail}` });
}

/** Rejects values that PostgreSQL would change or refuse later. */
function checkStorable(root: unknown): void {
  const open: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let item = open.pop(); item; item = open.pop()) {
    const { value, depth } = item;
    if (typeof value === 'string') checkText(value);
    if (value === Infinity || value === -Infinity) throw badJson('a number is out of range');
    if (typeof value !== 'object' || value === null) continue;
    if (depth === maxDepth) throw badJson('values are nested too deeply');
    for (const [key, child] of Object.entries(value)) {
      checkText(key);
      open.push({ value: child, depth: depth + 1 });
    }
  }
}

function checkText(value: string): void {
  if (value.includes('\0') || !value.isWellFormed())
    throw invalid('The request holds text that is not valid Unicode, or a NUL character');
}

/**
 * Reads the JSON body of a request. Unknown keys are dropped; null counts as absent.
 * @param limit in bytes
 * @throws AuthError bad_json, validation_failed; BodyTooLargeError above `limit`
 */
export async function readJson<Entries extends v.ObjectEntries>(
  request: AuthRequest,
  schema: v.ObjectSchema<Entries, undefined>,
  limit = maxBytes,
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  return check(parse(await request.readBody(limit)), schema);
}

/** As `readJson`, for endpoints whose body is optional. */
export async function readOptionalJson<Entries extends v.ObjectEntries>(
  request: AuthRequest,
  schema: v.ObjectSchema<Entries, undefined>,
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const bytes = await request.readBody(maxBytes);
  return check(bytes.length === 0 ? {} : parse(bytes), schema);
}

function check<Entries extends v.ObjectEntries>(value: unknown, schema: v.ObjectSchema<Entries, undefined>) {
  const object = value ?? {};
  if (!isObject(object)) throw badJson('it must be an object');
  checkStorable(object);
  const result = v.safeParse(schema, object);
  if (result.success) return result.output;
  const [issue] = result.issues;
  if (issue.type === 'max_length') throw invalid(`${v.getDotPath(issue) ?? 'body'} is too long`);
  throw badJson(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}
