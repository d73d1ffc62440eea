import type { RequestSession } from '../../db/exchange.ts';
import { requestSession } from '../../identity/caller.ts';
import { currentClaims, type Claims } from '../../identity/tokens.ts';
import { json, type Reply } from '../../service/endpoint.ts';
import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';
import type { UploadGrant } from '../signing/signed-urls.ts';
import { findUploadRules } from '../store/buckets.ts';
import { encodedAddress } from '../store/keys.ts';
import { checkUpload, serverSession } from '../store/objects.ts';
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
  const { db, address, upsert } = request;
  const { session, userId: owner, sessionId } = await request.caller();
  await findUploadRules(request, address.bucket);
  await checkUpload(db, session, address, owner, upsert);
  const grant = { role: session.role, owner, session: sessionId, upsert };
  const token = await request.signedUrls.signUpload(address, lifetimeSeconds, grant);
  return json({ url: `/object/upload/sign/${encodedAddress(address)}?token=${token}`, token });
}

/** The claims that a new token of the account would hold; no row if the account is banned or deleted. */
const claimsSql = `select s.id as session, json_build_object('sub', u.id, 'role', 'authenticated',
    'aud', 'authenticated', 'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'is_anonymous', u.is_anonymous, 'session_id', s.id, 'aal', s.aal) as claims
  from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = $2
  where u.id = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`;

/**
 * The session for a signed upload: that of the URL's creator, with their current rights. (Upstream uses the server's
 * rights.)
 * @throws StorageError AccessDenied when the creator's session has ended, or the account is banned or deleted
 */
async function uploadSession(
  { db, config, raw }: StorageRequest,
  { role, owner, session }: UploadGrant,
): Promise<RequestSession> {
  if (role === 'service_role') return { ...serverSession, readOnly: false };
  let claims: Claims = { role };
  if (owner !== null) {
    const [row] = await db.query<{ session: string | null; claims: Claims }>(claimsSql, [owner, session]);
    if (!row || (session !== null && row.session === null))
      throw new StorageError('AccessDenied', 'The account that created this URL is no longer signed in');
    claims = await currentClaims(db, row.claims, config.requireAdminMfa);
  }
  const caller = { role, claims, claimsText: JSON.stringify(claims) };
  return requestSession(caller, raw, new URL(raw.url).pathname);
}

/** PUT /object/upload/sign/:bucket/:key?token=. Returns `{Key}`. The token alone decides about replacing. */
export async function uploadToSignedUrl(request: StorageRequest): Promise<Reply> {
  const { raw, address, query, payers } = request;
  const grant = await request.signedUrls.verifyUpload(requiredToken(query), address);
  const { role, owner, upsert } = grant;
  const terms = { session: await uploadSession(request, grant), owner, payers: payers(role, owner), upsert };
  await storeUpload(request, address, terms, (limit) => readUpload(raw, limit));
  return json({ Key: `${address.bucket}/${address.key}` });
}
