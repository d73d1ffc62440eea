import { StorageError } from '../errors.ts';
import { json, type StorageEndpoint } from '../request.ts';
import { encodedAddress } from '../store/keys.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

/** Two hours, as upstream. */
const lifetimeSeconds = 2 * 3600;

/**
 * POST /object/upload/sign/:bucket/:key: a URL that lets its holder store the object once, or any number of times with
 * `x-upsert: true`, until it expires. Checks the caller's right to store it now, and again when the URL is used.
 */
export const createSignedUploadUrl: StorageEndpoint = async ({ services, address, upsert, caller }) => {
  const { objects, buckets, signedUrls } = services;
  const { session, userId: owner, sessionId } = await caller();
  await buckets.uploadRules(address.bucket);
  await objects.checkUpload(session, address, owner, upsert);
  const grant = { role: session.role, owner, session: sessionId, upsert };
  const token = await signedUrls.signUpload(address, lifetimeSeconds, grant);
  return json({ url: `/object/upload/sign/${encodedAddress(address)}?token=${token}`, token });
};

/** PUT /object/upload/sign/:bucket/:key?token=. Returns `{Key}`. The token alone decides about replacing. */
export const uploadToSignedUrl: StorageEndpoint = async ({ services, raw, address, query, payers }) => {
  const { token } = query;
  if (token === undefined)
    throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
  const grant = await services.signedUrls.verifyUpload(token, address);
  const session = await services.uploadSession(grant, raw);
  const { role, owner, upsert } = grant;
  await receiveUpload(services, raw, address, { session, owner, upsert, payers: payers(role, owner) });
  return json({ Key: `${address.bucket}/${address.key}` });
};
