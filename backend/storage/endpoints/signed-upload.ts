import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { encodedAddress, objectAddress } from '../store/keys.ts';
import type { StorageServices } from '../services.ts';
import { receiveUpload } from './upload-object.ts';

const prefix = '/object/upload/sign/';
/** As a hosted project: two hours. */
const lifetimeSeconds = 2 * 3600;

/**
 * POST /object/upload/sign/:bucket/:key: a URL by which whoever holds it may store that object once (with
 * `x-upsert: true` any number of times), until it expires. The caller's right to store it is checked now, and again
 * when the URL is used.
 */
export function createSignedUploadUrl({ objects, buckets, signedUrls, identify }: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, prefix);
    const { session, userId: owner, sessionId } = await identify(c.req.raw);
    if (!(await buckets.uploadRules(address.bucket))) throw new StorageError('NoSuchBucket');
    const upsert = c.req.header('x-upsert') === 'true';
    await objects.checkUpload(session, address, owner, upsert);
    const grant = { role: session.role, owner, session: sessionId, upsert };
    const token = await signedUrls.signUpload(address, lifetimeSeconds, grant);
    return c.json({ url: `${prefix}${encodedAddress(address)}?token=${token}`, token });
  };
}

/** PUT /object/upload/sign/:bucket/:key?token=. Answers `{Key}`. Whether it may replace, the token says alone. */
export function uploadToSignedUrl(services: StorageServices): Handler {
  return async (c) => {
    const address = objectAddress(c.req.raw, prefix);
    const token = c.req.query('token');
    if (token === undefined)
      throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
    const grant = await services.signedUrls.verifyUpload(token, address);
    const session = await services.grantedSession(grant, c.req.raw);
    const { owner, upsert } = grant;
    const payers = services.payers(c, { role: grant.role, userId: owner });
    await receiveUpload(services, c.req.raw, address, { session, owner, upsert, payers });
    return c.json({ Key: `${address.bucket}/${address.key}` });
  };
}
