import * as v from 'valibot';
import { parseJsonBody, readBody, type BodySource } from '../service/body.ts';
import { maxBucketCharacters, maxKeyBytes } from './store/keys.ts';
import { StorageError } from './errors.ts';

const maxJsonBytes = 64 * 1024;
/** Keys in one request. */
export const maxKeys = 1000;
/** Enough for `maxKeys` keys of 250 characters. A megabyte would block the event loop for more than 20 ms. */
export const maxKeyListBytes = 256 * 1024;
/** Each entry of a list of keys may be an object of two members. */
const limits = { depth: 8, values: 3 * maxKeys };

/**
 * Reads a JSON body of at most `maxBytes`; an empty body reads as `{}`.
 * @throws StorageError InvalidRequest, which names the first invalid property; BodyNotJsonError, BodyTooLargeError
 */
export async function readJsonBody<Schema extends v.GenericSchema>(
  request: BodySource,
  schema: Schema,
  maxBytes = maxJsonBytes,
): Promise<v.InferOutput<Schema>> {
  const body = await readBody(request, maxBytes);
  const parsed = body.length === 0 ? {} : parseJsonBody(body, limits);
  // Without `abortEarly`, valibot creates an issue for every invalid entry of a list.
  const result = v.safeParse(schema, parsed, { abortEarly: true });
  if (result.success) return result.output;
  throw new StorageError('InvalidRequest', describe(result.issues[0]));
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
export const bucketText = boundedText(maxBucketCharacters);
/** An object's version: a UUID here, opaque text upstream. */
export const versionText = boundedText(100);
