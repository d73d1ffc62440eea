import { json, type Reply } from '../../http/reply.ts';
import type { StorageRequest } from '../request.ts';
import { creatorSession } from '../signing/creator-session.ts';
import { findUploadRules } from '../store/buckets.ts';
import { encodedAddress } from '../store/keys.ts';
import { checkUpload } from '../store/objects.ts';
import { readUpload } from '../uploads/read-upload.ts';
import { storeUpload } from '../uploads/store-object.ts';
import { requiredToken } from './readable-object.ts';

/** Two hours, as upstream. */
const lifetimeSeconds = 2 * 3600;

/**
 * POST /object/upload/sign/:bucket/:key: a URL that lets its holder store the object once, or any number of times with
 * `x-upsert: true`, until it expires. Checks the caller's right to store it now, and again when the URL is used.
 */
export async function createSignedUploadUrl(request: StorageRequest): Promise<Reply> {
  const { db, upsert } = request;
  const address = request.address();
  const { session, creator } = await request.caller();
  await findUploadRules(request, address.bucket);
  await checkUpload(db, session, address, creator.owner, upsert);
  const token = await request.signedUrls.signUpload(address, lifetimeSeconds, { ...creator, upsert });
  return json({ url: `/object/upload/sign/${encodedAddress(address)}?token=${token}`, token });
}

/** PUT /object/upload/sign/:bucket/:key?token=. Returns `{Key}`. The token alone decides about replacing. */
export async function uploadToSignedUrl(request: StorageRequest): Promise<Reply> {
  const { http, query, quotaKeys } = request;
  const address = request.address();
  const grant = await request.signedUrls.verifyUpload(requiredToken(query), address);
  const { role, owner, upsert } = grant;
  const terms = {
    session: await creatorSession(request, grant),
    owner,
    quotaKeys: quotaKeys(role, owner),
    upsert,
  };
  await storeUpload(request, address, terms, (limit) => readUpload(http, limit));
  return json({ Key: `${address.bucket}/${address.key}` });
}
