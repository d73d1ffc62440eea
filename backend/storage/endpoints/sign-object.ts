import * as v from 'valibot';
import { json, type Reply } from '../../http/reply.ts';
import { StorageError } from '../errors.ts';
import { keyText, maxKeyListBytes, maxKeys, readJsonBody } from '../json.ts';
import { transformationSchema, transformationText } from '../pictures/transformation.ts';
import type { StorageRequest } from '../request.ts';
import type { Creator, DownloadTerms } from '../signing/signed-urls.ts';
import { findUrlRules } from '../store/buckets.ts';
import { findObject } from '../store/objects.ts';

/** A thousand years: an HTTP date has only four digits for the year. */
const maxSeconds = 1000 * 365 * 24 * 3600;
const expiresIn = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSeconds));

/**
 * The terms of a URL that the caller signs, under the rules of the bucket. A URL that would last longer than the bucket allows is
 * refused, not shortened: the client relies on the time that it asked for.
 * @throws StorageError InvalidRequest
 */
async function downloadTerms(
  request: StorageRequest,
  bucket: string,
  seconds: number,
  creator: Creator,
): Promise<Omit<DownloadTerms, 'transformations'>> {
  const { maxSeconds, followsCreator } = await findUrlRules(request, bucket);
  if (seconds > maxSeconds)
    throw new StorageError('InvalidRequest', `body/expiresIn must be <= ${maxSeconds} in this bucket`);
  return { seconds, creator: followsCreator ? creator : undefined };
}

const schema = v.object({ expiresIn, transform: v.optional(transformationSchema, {}) });

/**
 * POST /object/sign/:bucket/:key `{expiresIn, transform?}`: a URL, relative to storage/v1, that lets everyone read the
 * object for `expiresIn` seconds. The caller must be able to read it. The URL holds the key unescaped: the client
 * escapes it.
 */
export async function signObject(request: StorageRequest): Promise<Reply> {
  const { db, http, signedUrls, imageTransformation } = request;
  const address = request.address();
  const { session, creator } = await request.caller();
  const { expiresIn: seconds, transform } = await readJsonBody(http, schema);
  const terms = await downloadTerms(request, address.bucket, seconds, creator);
  if (!(await findObject(db, session, address))) throw new StorageError('NoSuchKey');
  const transformations = imageTransformation ? transformationText(transform) : '';
  const token = await signedUrls.signDownload(address, { ...terms, transformations });
  const route = transformations === '' ? 'object' : 'render/image';
  return json({ signedURL: `/${route}/sign/${address.bucket}/${address.key}?token=${token}` });
}

const manySchema = v.object({
  expiresIn,
  paths: v.pipe(v.array(keyText), v.minLength(1), v.maxLength(maxKeys)),
});

const visibleSql = `select o.name from storage.objects o
  where o.bucket_id = $1 and o.name in (select json_array_elements_text($2::json))`;

/** POST /object/sign/:bucket `{expiresIn, paths}`: signs many keys, with `error` for the keys it cannot sign. */
export async function signObjects(request: StorageRequest): Promise<Reply> {
  const { db, http, bucket, signedUrls } = request;
  const { session, creator } = await request.caller();
  const { expiresIn: seconds, paths } = await readJsonBody(http, manySchema, maxKeyListBytes);
  const terms = { ...(await downloadTerms(request, bucket, seconds, creator)), transformations: '' };
  const statement = { sql: visibleSql, values: [bucket, JSON.stringify(paths)] };
  const { rows } = await db.asCaller(session, statement);
  const signed = new Map<string, string>();
  // One signature per object, even if the list repeats it.
  for (const [name] of rows) {
    const key = name ?? '';
    const token = await signedUrls.signDownload({ bucket, key }, terms);
    signed.set(key, `/object/sign/${bucket}/${key}?token=${token}`);
  }
  const error = 'Either the object does not exist or you do not have access to it';
  return json(
    paths.map((path) => {
      const signedURL = signed.get(path) ?? null;
      return { error: signedURL === null ? error : null, path, signedURL };
    }),
  );
}
