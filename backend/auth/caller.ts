import { decodeJwt } from 'jose';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Actor } from '../audit/events.ts';
import { requestActor } from '../identity/actor.ts';
import { bearerToken, identifyCaller } from '../identity/caller.ts';
import { TokenError, type Claims } from '../identity/tokens.ts';
import { tokenFailure } from './error-response.ts';
import { AuthError } from './errors.ts';
import type { Auth } from './services.ts';
import { findSession, type SessionRow } from './sessions/sessions.ts';
import { findUser, type UserRow } from './accounts/users.ts';

/** Who sent a request with an access token. Tokens of an earlier installation have no session. */
export interface SignedIn {
  readonly user: UserRow;
  readonly session: SessionRow | undefined;
}

const uuid = v.pipe(v.string(), v.uuid());

export function isUuid(text: unknown): text is string {
  return v.is(uuid, text);
}

/** The claims of a token whose signature is good, also when its session has ended. */
async function verifiedClaims(auth: Auth, headers: Headers, token: string): Promise<Claims> {
  try {
    return (await identifyCaller(headers, auth.config.keys, auth.tokens)).claims;
  } catch (error) {
    if (!(error instanceof TokenError)) throw error;
    // The wire tells a user that is gone from a session that is gone, so the claims are needed all the same.
    if (error.kind === 'session_ended') return decodeJwt<Claims>(token) as Claims;
    throw tokenFailure(error);
  }
}

/**
 * The user whose access token a request carries, checked in the wire's order (§1.2).
 * @throws AuthError no_authorization, bad_jwt, user_not_found, session_not_found, user_banned
 */
export async function requireUser(auth: Auth, c: HttpContext): Promise<SignedIn> {
  const { headers } = c.req.raw;
  const token = bearerToken(headers);
  if (!token) throw new AuthError('no_authorization');
  const claims = await verifiedClaims(auth, headers, token);
  if (!claims.sub) throw new AuthError('bad_jwt', { message: 'invalid claim: missing sub claim' });
  if (!isUuid(claims.sub))
    throw new AuthError('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' });
  if ([claims['aud']].flat()[0] !== 'authenticated')
    throw new AuthError('bad_jwt', { message: 'invalid claim: token has another audience' });
  const user = await findUser(auth.db, claims.sub);
  if (!user)
    throw new AuthError('user_not_found', {
      status: 403,
      message: 'User from sub claim in JWT does not exist',
    });
  const sessionId = claims.session_id;
  const session = isUuid(sessionId) ? await findSession(auth.db, sessionId, user.id) : undefined;
  if (sessionId && !session) throw new AuthError('session_not_found');
  if (isBanned(user)) throw new AuthError('user_banned');
  return { user, session };
}

/**
 * Lets only holders of the secret key, or of a token with the role `service_role`, pass. Gives who it is: the person,
 * where one of our functions acts for somebody.
 * @throws AuthError no_authorization, bad_jwt, session_not_found, not_admin
 */
export async function requireAdmin(auth: Auth, c: HttpContext): Promise<Actor> {
  const { headers } = c.req.raw;
  const { role } = await identifyCaller(headers, auth.config.keys, auth.tokens);
  if (role === 'service_role') return requestActor(auth, c);
  throw new AuthError(bearerToken(headers) ? 'not_admin' : 'no_authorization');
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until.getTime() > Date.now();
}
