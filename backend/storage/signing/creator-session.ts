import type { RequestSession } from '../../db/exchange.ts';
import { requestSession } from '../../identity/caller.ts';
import { currentClaims } from '../../identity/tokens.ts';
import type { Claims } from '../../identity/claims.ts';
import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';
import type { Creator } from './signed-urls.ts';

/** The claims that a new token of the account would hold; no row if the account is banned or deleted. */
const claimsSql = `select s.id as session, json_build_object('sub', u.id, 'role', 'authenticated',
    'aud', 'authenticated', 'email', coalesce(u.email, ''), 'phone', coalesce(u.phone, ''),
    'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
    'is_anonymous', u.is_anonymous, 'session_id', s.id, 'aal', s.aal) as claims
  from auth.users u left join auth.sessions s on s.user_id = u.id and s.id = $2
  where u.id = $1 and u.deleted_at is null and (u.banned_until is null or u.banned_until <= now())`;

/**
 * The session for the use of a signed URL: that of its creator, with their current rights. (Upstream uses the server's
 * rights.)
 * @throws StorageError AccessDenied when the creator's session has ended, or the account is banned or deleted
 */
export async function creatorSession(
  { db, config, http }: StorageRequest,
  { role, owner, session }: Creator,
): Promise<RequestSession> {
  let claims: Claims = { role };
  if (owner !== null) {
    const [row] = await db.query<{ session: string | null; claims: Claims }>(claimsSql, [owner, session]);
    if (!row || (session !== null && row.session === null))
      throw new StorageError('AccessDenied', 'The account that created this URL is no longer signed in');
    claims = await currentClaims(db, row.claims, config.requireAdminMfa);
  }
  const caller = { role, claims, claimsText: JSON.stringify(claims) };
  return requestSession(caller, http, http.path);
}
