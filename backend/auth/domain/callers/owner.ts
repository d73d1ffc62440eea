import { requireUser, type SignedIn, type CallerSource } from './caller.ts';
import { AuthError } from '../../errors.ts';
import type { SessionRow } from '../../store/sessions.ts';
import { isVerified } from '../../store/factors.ts';

/** The caller of an endpoint for the own second factors. */
export interface FactorOwner extends SignedIn {
  readonly session: SessionRow;
}

/**
 * Requires a caller who is not anonymous and has a session, which a second factor can raise.
 * @throws AuthError of `requireUser`
 */
export async function requireOwner(request: CallerSource): Promise<FactorOwner> {
  const { user, session } = await requireUser(request);
  if (user.is_anonymous)
    throw new AuthError('no_authorization', {
      status: 403,
      message: 'Anonymous user not allowed to perform these actions',
    });
  if (!session) throw new AuthError('session_not_found');
  return { user, session };
}

export function isRaised(session: SessionRow | undefined): boolean {
  return session !== undefined && session.aal !== 'aal1';
}

/** Whether the user has a second factor and the session is not raised: it may rest on a stolen password. */
export function lacksSecondFactor({ user, session }: SignedIn): boolean {
  return user.factors.some(isVerified) && !isRaised(session);
}
