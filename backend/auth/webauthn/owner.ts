import { isSsoUser } from '../accounts/users.ts';
import { isUuid } from '../../util/uuid.ts';
import { AuthError, invalid } from '../errors.ts';
import { lacksSecondFactor, requireOwner, type FactorOwner } from '../factors/owner.ts';
import type { AuthRequest } from '../request.ts';

/** The `:passkeyId` of the path. @throws AuthError validation_failed with status 404 */
export function passkeyIdOf(request: AuthRequest): string {
  const id = request.param('passkeyId');
  if (!isUuid(id)) throw noPasskey();
  return id;
}

export function noPasskey(): AuthError {
  return invalid('Passkey not found', 404);
}

/**
 * Requires a caller who may add or delete passkeys: with a raised session, if the account has a second factor.
 * @throws AuthError of `requireOwner`; insufficient_aal
 */
export async function requirePasskeyOwner(request: AuthRequest): Promise<FactorOwner> {
  const owner = await requireOwner(request);
  if (lacksSecondFactor(owner))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to manage passkeys when MFA is enabled',
    });
  return owner;
}

/**
 * Rejects accounts of a company's identity provider: only it may give access to them.
 * @throws AuthError validation_failed with status 422
 */
export function rejectSso({ user }: FactorOwner): void {
  if (isSsoUser(user)) throw invalid('SSO users cannot register passkeys', 422);
}
