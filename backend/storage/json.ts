import * as v from 'valibot';
import { parseJsonBody, readBody } from '../service/body.ts';
import { maxBucketLength, maxKeyBytes } from './keys.ts';
import { StorageError } from './errors.ts';

const maxJsonBytes = 64 * 1024;
/** The most keys that one request may name. */
export const maxKeys = 1000;
/** Room for `maxKeys` keys of 250 characters: a megabyte would hold the event loop for longer than 20 ms. */
const maxKeyListBytes = 256 * 1024;
/** Each entry of a list of keys may be an object of two members. */
const limits = { depth: 8, values: 3 * maxKeys };

/**
 * Reads a JSON body of at most `maxBytes`; an empty body counts as `{}`.
 * @throws StorageError InvalidRequest, naming the first property that is wrong; BodyNotJsonError, BodyTooLargeError
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
  maxBytes = maxJsonBytes,
): Promise<v.InferOutput<Schema>> {
  const body = await readBody(request, maxBytes);
  const parsed = body.length === 0 ? {} : parseJsonBody(body, limits);
  // Without `abortEarly` every wrong entry of a list makes an issue.
  const result = v.safeParse(schema, parsed, { abortEarly: true });
  if (result.success) return result.output;
  throw new StorageError('InvalidRequest', describe(result.issues[0]));
}

/** As `readJson`, for bodies that hold a list of keys. */
export function readKeyList<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return readJson(request, schema, maxKeyListBytes);
}

/** In the words of upstream's schema checks where these are known. */
function describe(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue);
  if (path === null) return 'body must be an object';
  const isMissing = issue.type === 'object' && issue.received === 'undefined';
  return isMissing ? `body must have required property '${path}'` : `body/${path} is not valid`;
}

/** A whole number from 0 to `max`. */
export const count = (max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER), v.toMaxValue(max));

/** A text of at most `max` UTF-16 units. */
export const text = (max: number) => v.pipe(v.string(), v.maxLength(max));

/** An object's key, a part of one, or what keys begin with. */
export const keyText = text(maxKeyBytes);
export const bucketText = text(maxBucketLength);
/** An object's version: a UUID here, at most some opaque text elsewhere. */
export const versionText = text(100);
