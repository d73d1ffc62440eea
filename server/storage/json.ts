import * as v from 'valibot';
import { readBody } from '../http/body.ts';
import { StorageError } from './errors.ts';

const maxJsonBytes = 1024 * 1024;

/**
 * Reads a JSON body; none counts as `{}`.
 * @throws StorageError InvalidRequest, naming the first property that is wrong; BodyTooLargeError above 1 MiB
 */
export async function readJson<Schema extends v.GenericSchema>(
  request: Request,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = (await readBody(request, maxJsonBytes)).toString('utf8');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    throw new StorageError('InvalidRequest', 'body is not valid JSON');
  }
  const result = v.safeParse(schema, parsed);
  if (result.success) return result.output;
  throw new StorageError('InvalidRequest', describe(result.issues[0]));
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
