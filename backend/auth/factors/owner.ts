import { isUuid } from '../../util/uuid.ts';
import { requireUser, type SignedIn } from '../caller.ts';
import { AuthError, invalid } from '../errors.ts';
import type { Subject } from '../recording.ts';
import { isVerified, type Factor, type FactorType } from './factors.ts';
import type { SessionRow } from '../sessions/sessions.ts';
import type { AuthUser } from '../accounts/users.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';

/** The caller of an endpoint for the own second factors. */
export interface FactorOwner extends SignedIn {
  readonly session: SessionRow;
}

/**
 * Requires a caller who is not anonymous and has a session, which a second factor can raise.
 * @throws AuthError of `requireUser`
 */
export async function requireOwner(request: AuthRequest): Promise<FactorOwner> {
  const { user, session } = await requireUser(request);
  if (user.is_anonymous)
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    });
  if (!session) throw new AuthError('session_not_found');
  return { user, session };
}

/** The user's factor with the id of the path. @throws AuthError validation_failed (404), mfa_factor_not_found */
export function factorOf({ factors }: AuthUser, request: AuthRequest): Factor {
  const id = request.param('factorId');
  if (!isUuid(id)) throw invalid('factor_id must be an UUID', 404);
  const factor = factors.find((candidate) => candidate.id === id.toLowerCase());
  if (!factor) throw new AuthError('mfa_factor_not_found');
  return factor;
}

export function isRaised(session: SessionRow | undefined): boolean {
  return session !== undefined && session.aal !== 'aal1';
}

/** Whether the user has a second factor and the session is not raised: it may rest on a stolen password. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return user.factors.some(isVerified) && !isRaised(session);
}

/**
 * Rejects types of factors that are switched off.
 * @throws AuthError mfa_…_enroll_not_enabled, mfa_…_verify_not_enabled
 */
export function requireEnabled(auth: Auth, type: FactorType, action: 'enroll' | 'verify'): void {
  const { totp, phone, web_authn: webauthn } = auth.settings.mfa;
  if ({ totp, phone, webauthn }[type][`${action}_enabled`]) return;
  throw new AuthError(`mfa_${type}_${action}_not_enabled`);
}

/** A factor as the target of an act in the audit log. */
export function aboutFactor({ id, factor_type }: Pick<Factor, 'id' | 'factor_type'>): Subject {
  return { target: `factor:${id}`, factor_id: id, factor_type };
}
