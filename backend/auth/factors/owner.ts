import type { Context as HttpContext } from 'hono';
import { isUuid, requireUser, type SignedIn } from '../caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { isVerified, type Factor, type FactorType } from './factors.ts';
import type { Auth } from '../services.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import type { UserRow } from '../accounts/users.ts';

/** Who works on their own second factors. */
export interface FactorOwner extends SignedIn {
  readonly session: SessionRow;
}

/**
 * The caller of `/factors`: not anonymous, and with a session, which is what a second factor raises.
 * @throws AuthError as `requireUser`
 */
export async function requireOwner(auth: Auth, c: HttpContext): Promise<FactorOwner> {
  const { user, session } = await requireUser(auth, c);
  if (user.is_anonymous)
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    });
  if (!session) throw new AuthError('session_not_found');
  return { user, session };
}

/**
 * The factor of a user that the path names.
 * @throws AuthError validation_failed (404), mfa_factor_not_found
 */
export function factorOf({ factors }: UserRow, c: HttpContext): Factor {
  const id = c.req.param('factorId');
  if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404);
  const factor = factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

export function isRaised(session: SessionRow | undefined): boolean {
  return session !== undefined && session.aal !== 'aal1';
}

/** A user with a second factor, in a session that has not been proved with it: hardly more than a known password. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return user.factors.some(isVerified) && !isRaised(session);
}

/**
 * Refuses types of factors that are switched off.
 * @throws AuthError mfa_…_enroll_not_enabled, mfa_…_verify_not_enabled
 */
export function requireEnabled(auth: Auth, type: FactorType, action: 'enroll' | 'verify'): void {
  const { totp, phone, web_authn: webauthn } = auth.settings.mfa;
  if ({ totp, phone, webauthn }[type][`${action}_enabled`]) return;
  throw new AuthError(`mfa_${type}_${action}_not_enabled`);
}
