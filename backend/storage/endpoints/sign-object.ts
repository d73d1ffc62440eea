import type { Handler } from 'hono';
import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { keyText, maxKeys, readJson, readKeyList } from '../json.ts';
import { objectAddress } from '../store/keys.ts';
import type { StorageServices } from '../services.ts';
import { transformationSchema, transformationText } from '../pictures/transformation.ts';

/** A thousand years: what lies beyond cannot be written as a date in a header. */
const maxSeconds = 1000 * 365 * 24 * 3600;
const expiresIn = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxSeconds));

const schema = v.object({ expiresIn, transform: v.optional(transformationSchema, {}) });

/**
 * POST /object/sign/:bucket/:key `{expiresIn, transform?}`: a URL, relative to storage/v1, by which everybody who
 * holds it reads the object until it expires (in seconds). The caller must be able to read it. The key in it is not
 * escaped: the client does that.
 */
export function signObject({ objects, signedUrls, identify, imageTransformation }: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, '/object/sign/');
    const { session } = await identify(c.req.raw);
    const { expiresIn: seconds, transform } = await readJson(c.req.raw, schema);
    if (!(await objects.find(session, address))) throw new StorageError('NoSuchKey');
    const transformations = imageTransformation ? transformationText(transform) : '';
    const token = await signedUrls.signDownload(address, seconds, transformations);
    const route = transformations === '' ? 'object' : 'render/image';
    return c.json({ signedURL: `/${route}/sign/${address.bucket}/${address.key}?token=${token}` });
  };
}

const manySchema = v.object({
  expiresIn,
  paths: v.pipe(v.array(keyText), v.minLength(1), v.maxLength(maxKeys)),
});

/** POST /object/sign/:bucket `{expiresIn, paths}`: the same for many keys, with `error` for those that cannot be. */
export function signObjects({ objects, signedUrls, identify }: StorageServices): Handler {
  return async (c) => {
    const bucket = c.req.param('bucket') ?? '';
    const { session } = await identify(c.req.raw);
    const { expiresIn: seconds, paths } = await readKeyList(c.req.raw, manySchema);
    const signed = new Map<string, string>();
    // One signature for each object, however often the list names it.
    for (const path of await objects.visibleKeys(session, bucket, paths)) {
      const token = await signedUrls.signDownload({ bucket, key: path }, seconds, '');
      signed.set(path, `/object/sign/${bucket}/${path}?token=${token}`);
    }
    const error = 'Either the object does not exist or you do not have access to it';
    return c.json(
      paths.map((path) => {
        const signedURL = signed.get(path) ?? null;
        return { error: signedURL === null ? error : null, path, signedURL };
      }),
    );
  };
}
