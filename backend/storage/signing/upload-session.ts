import type { Context } from '../../service/context.ts';
import type { RequestSession } from '../../db/exchange.ts';
import { requestSession } from '../../identity/caller.ts';
import { currentClaims, type Claims } from '../../identity/tokens.ts';
import { StorageError } from '../errors.ts';
import { serverSession } from '../store/objects.ts';
import type { UploadGrant } from './signed-urls.ts';

/** The claims that a new token of the account would hold; no row if the account is banned or deleted. */
const claimsSql = `select s.id as session, json_build_object('sub', u.id, 'role', 'authenticated',
    'aud', 'authenticated', 'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'is_anonymous', u.is_anonymous, 'session_id', s.id, 'aal', s.aal) as claims
  from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = $2
  where u.id = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`;

async function ownerClaims(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { owner, session }: UploadGrant,
): Promise<Claims> {
  const [row] = await db.query<{ session: string | null; claims: Claims }>(claimsSql, [owner, session]);
  if (!row || (session !== null && row.session === null))
    throw new StorageError('AccessDenied', 'The account that created this URL is no longer signed in');
  return currentClaims(db, row.claims, config.requireAdminMfa);
}

/**
 * Returns the session for a signed upload: that of the URL's creator, with their current rights. (Upstream uses the
 * server's rights.)
 * @throws StorageError AccessDenied when the creator's session has ended, or the account is banned or deleted
 */
export async function uploadSession(
  context: Pick<Context, 'db' | 'config'>,
  grant: UploadGrant,
  request: Request,
): Promise<RequestSession> {
  const { role } = grant;
  if (role === 'service_role') return { ...serverSession, readOnly: false };
  const claims = grant.owner === null ? { role } : await ownerClaims(context, grant);
  const caller = { role, claims, claimsText: JSON.stringify(claims) };
  return requestSession(caller, request, new URL(request.url).pathname);
}
