import * as v from 'valibot';
import { readBody } from '../service/body.ts';
import { maxBucketLength, maxKeyBytes } from './store/keys.ts';
import { StorageError } from './errors.ts';

const maxJsonBytes = 64 * 1024;
/** Keys in one request. */
export const maxKeys = 1000;
/** Enough for `maxKeys` keys of 250 characters. A megabyte would block the event loop for more than 20 ms. */
const maxKeyListBytes = 256 * 1024;
const maxDepth = 8;
/** An entry of a list of keys may be an object with two members. */
const maxValues = 5 * maxKeys;

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const opening = new Set([0x5b, 0x7b]);
const closing = new Set([0x5d, 0x7d]);

/**
 * Whether the text nests too deeply or holds too many values. Runs before parsing: a megabyte of empty objects takes much
 * longer to parse and validate than a megabyte of text.
 */
function isTooComplex(json: Buffer): boolean {
  let [depth, values] = [0, 0];
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] as number;
    if (byte === quote) at = endOfString(json, at + 1);
    else if (closing.has(byte)) depth -= 1;
    else if (opening.has(byte)) depth += 1;
    else if (byte !== comma) continue;
    values += 1;
    if (depth > maxDepth || values > maxValues) return true;
  }
  return false;
}

function endOfString(json: Buffer, from: number): number {
  let at = from;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

function parse(json: Buffer): unknown {
  if (isTooComplex(json)) throw new StorageError('InvalidRequest', 'body has too many values');
  const text = json.toString('utf8');
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    throw new StorageError('InvalidRequest', 'body is not valid JSON');
  }
}

/**
 * Reads a JSON body of at most `maxBytes`; an empty body reads as `{}`.
 * @throws StorageError InvalidRequest, which names the first invalid property; BodyTooLargeError
 */
export async function readJsonBody<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxBytes = maxJsonBytes,
): Promise<v.InferOutput<Schema>> {
  const parsed = parse(await readBody(request, maxBytes));
  // Without `abortEarly`, valibot creates an issue for every invalid entry of a list.
  const result = v.safeParse(schema, parsed, { abortEarly: true });
  if (result.success) return result.output;
  throw new StorageError('InvalidRequest', describe(result.issues[0]));
}

/** Like `readJsonBody`, for bodies with a list of keys. */
export function readKeyList<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return readJsonBody(request, schema, maxKeyListBytes);
}

/** The message of upstream's schema validation, where it is known. */
function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  if (path === null) return 'body must be an object';
  const isMissing = issue.type === 'object' && issue.received === 'undefined';
  return isMissing ? `body must have required property '${path}'` : `body/${path} is not valid`;
}

/** A whole number from 0; larger values are clamped to `max`. */
export const countUpTo = (max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER), v.toMaxValue(max));

/** Text of at most `max` UTF-16 units. */
export const boundedText = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** An object's key, or a part of one. */
export const keyText = boundedText(maxKeyBytes);
export const bucketText = boundedText(maxBucketLength);
/** An object's version: a UUID here, opaque text upstream. */
export const versionText = boundedText(100);
