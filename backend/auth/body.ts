import * as v from 'valibot';
import { BodyNotJsonError, parseJsonBody } from '../service/body.ts';
import { invalid } from './errors.ts';

/** A request with a body, as `createRequest` makes it. */
interface BodySource {
  /** @throws BodyTooLargeError, BodyBrokenOffError */
  readBody(maxBytes: number): Promise<Buffer>;
}

const maxBytes = 64 * 1024;
/** Deeper than any metadata needs to be. */
const jsonLimits = { depth: 20, values: Infinity };
/** The length of a long URL: more than any address, password or code needs. */
const maxTextCharacters = 2048;

/** Optional text of at most `length` characters; null and absent become the empty text. */
export function optionalText(length: number) {
  return v.nullish(v.pipe(v.string(), v.maxLength(length)), '');
}

export const text = optionalText(maxTextCharacters);
export const flag = v.nullish(v.boolean(), false);
export const metadata = v.nullish(
  v.custom<Record<string, unknown>>(isObject, 'must be an object'),
  {} as Record<string, unknown>,
);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Rejects text and numbers that PostgreSQL cannot store unchanged. */
function checkStorable(root: unknown): void {
  const open = [root];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') checkText(value);
    if (value === Infinity || value === -Infinity) throw new BodyNotJsonError('a number is out of range');
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      checkText(key);
      open.push(child);
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
 * @throws BodyNotJsonError, BodyTooLargeError, AuthError validation_failed
 */
export async function readJson<Entries extends v.ObjectEntries>(
  request: BodySource,
  schema: v.ObjectSchema<Entries, undefined>,
  limit = maxBytes,
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  return check(parseJsonBody(await request.readBody(limit), jsonLimits), schema);
}

/** As `readJson`, for endpoints whose body is optional. */
export async function readOptionalJson<Entries extends v.ObjectEntries>(
  request: BodySource,
  schema: v.ObjectSchema<Entries, undefined>,
): Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>>> {
  const bytes = await request.readBody(maxBytes);
  return check(bytes.length === 0 ? {} : parseJsonBody(bytes, jsonLimits), schema);
}

function check<Entries extends v.ObjectEntries>(value: unknown, schema: v.ObjectSchema<Entries, undefined>) {
  const object = value ?? {};
  if (!isObject(object)) throw new BodyNotJsonError('it must be an object');
  checkStorable(object);
  const result = v.safeParse(schema, object);
  if (result.success) return result.output;
  const [issue] = result.issues;
  if (issue.type === 'max_length') throw invalid(`${v.getDotPath(issue) ?? 'body'} is too long`);
  throw new BodyNotJsonError(`${v.getDotPath(issue) ?? 'body'}: ${issue.message}`);
}
