import { decodeJwt } from 'jose';
import type { Actor } from '../../../identity/actor.ts';
import { bearerToken } from '../../../identity/caller.ts';
import { TokenError } from '../../../identity/tokens.ts';
import type { Claims } from '../../../identity/claims.ts';
import { isUuid } from '../../../util/uuid.ts';
import { findUser, isBanned, type AuthUser } from '../../store/users.ts';
import { AuthError, tokenFailure } from '../../errors.ts';
import type { AuthRequest } from '../../request.ts';
import { findSession, type SessionRow } from '../../store/sessions.ts';

/** The sources of the user behind a request. */
export type CallerSource = Pick<AuthRequest, 'caller' | 'db' | 'headers'>;

/** The sources of the administrator behind a request. */
export type AdminSource = Pick<AuthRequest, 'actor' | 'caller' | 'headers'>;

/** The user of an access token. Tokens of an earlier installation have no session. */
export interface SignedIn {
  readonly user: AuthUser;
  readonly session: SessionRow | undefined;
}

/** The claims of a token with a valid signature, even after its session has ended. */
async function verifiedClaims(request: Pick<AuthRequest, 'caller'>, token: string): Promise<Claims> {
  try {
    return (await request.caller()).claims;
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    // Upstream tells a deleted user from an ended session, so the claims are needed all the same.
    if (error.kind === 'session_ended') return decodeJwt<Claims>(token) as Claims;
    throw tokenFailure(error);
  }
}

/**
 * The user of the request's access token, checked in upstream's order.
 * @throws AuthError no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function requireUser(request: CallerSource): Promise<SignedIn> {
  const token = bearerToken(request.headers);
  if (!token) throw new AuthError('no_authorization');
  const claims = await verifiedClaims(request, token);
  if (!claims.sub) throw new AuthError('bad_jwt', { message: 'invalid claim: missing sub claim' });
  if (!isUuid(claims.sub))
    throw new AuthError('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' });
  if ([claims['aud']].flat()[0] !== 'authenticated')
    throw new AuthError('bad_jwt', { message: 'invalid claim: token has another audience' });
  const user = await findUser(request.db, claims.sub);
  if (!user)
    throw new AuthError('user_not_found', {
      status: 403,
      message: 'User from sub claim in JWT does not exist',
    });
  const sessionId = claims.session_id;
  const session = isUuid(sessionId) ? await findSession(request.db, sessionId, user.id) : undefined;
  if (sessionId && !session) throw new AuthError('session_not_found');
  if (isBanned(user)) throw new AuthError('user_banned');
  return { user, session };
}

/**
 * Requires the secret key, or a token with the role `service_role`.
 * @returns the actor for the audit log: the person, when a function acts for one
 * @throws AuthError no_authorization, bad_jwt, session_not_found, not_admin
 */
export async function requireAdmin(request: AdminSource): Promise<Actor> {
  const { role } = await request.caller();
  if (role === 'service_role') return request.actor();
  throw new AuthError(bearerToken(request.headers) ? 'not_admin' : 'no_authorization');
}
