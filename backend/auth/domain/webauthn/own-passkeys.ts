import { isUuid } from '../../../util/uuid.ts';
import { isSsoUser } from '../../store/users.ts';
import { AuthError, invalid } from '../../errors.ts';
import { lacksSecondFactor, requireOwner, type FactorOwner } from '../callers/owner.ts';
import type { AuthRequest } from '../../request.ts';
import { deletePasskey } from '../../store/passkeys.ts';
import type { CallerSource } from '../callers/caller.ts';

export function noPasskey(): AuthError {
  return invalid('Passkey not found', 404);
}

/** The `:passkeyId` of the path. @throws AuthError validation_failed with status 404 */
export function passkeyIdOf(request: Pick<AuthRequest, 'param'>): string {
  const id = request.param('passkeyId');
  if (!isUuid(id)) throw noPasskey();
  return id;
}

/**
 * Requires a caller who may add or delete passkeys: with a raised session, if the account has a second factor.
 * @throws AuthError of `requireOwner`; insufficient_aal
 */
export async function requirePasskeyOwner(request: CallerSource): Promise<FactorOwner> {
  const owner = await requireOwner(request);
  if (lacksSecondFactor(owner))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to manage passkeys when MFA is enabled',
    });
  return owner;
}

/**
 * Requires an account that may register a passkey. For accounts of a company only its identity provider gives access.
 * @throws AuthError of `requirePasskeyOwner`; validation_failed with status 422
 */
export async function requireRegistrant(request: CallerSource): Promise<FactorOwner> {
  const owner = await requirePasskeyOwner(request);
  if (isSsoUser(owner.user)) throw invalid('SSO users cannot register passkeys', 422);
  return owner;
}

/** Deletes the passkey of the path. @returns its id @throws AuthError validation_failed with status 404 */
export async function removePasskey(
  request: Pick<AuthRequest, 'db' | 'param'>,
  userId: string,
): Promise<string> {
  const id = passkeyIdOf(request);
  if (!(await deletePasskey(request.db, userId, id))) throw noPasskey();
  return id;
}
