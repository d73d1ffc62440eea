import type { Context as HttpContext } from 'hono';
import { isUuid } from '../caller.ts';
import { AuthError, invalid } from '../errors.ts';
import { lacksSecondFactor, requireOwner, type FactorOwner } from '../factors/owner.ts';
import type { Auth } from '../services.ts';

/** The `:passkeyId` of the path. Throws AuthError validation_failed with status 404, as for a passkey that is not there. */
export function passkeyIdOf(c: HttpContext): string {
  const id = c.req.param('passkeyId');
  if (!isUuid(id)) throw noPasskey();
  return id;
}

export function noPasskey(): AuthError {
  return invalid('Passkey not found', 404);
}

/**
 * Somebody who changes which passkeys open the account: where it has a second factor, with that.
 * @throws AuthError as `requireOwner`; insufficient_aal
 */
export async function requirePasskeyOwner(auth: Auth, c: HttpContext): Promise<FactorOwner> {
  const owner = await requireOwner(auth, c);
  if (lacksSecondFactor(owner))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to manage passkeys when MFA is enabled',
    });
  return owner;
}

/**
 * Accounts of a company's identity provider are opened by it alone.
 * @throws AuthError validation_failed with status 422
 */
export function refuseSso({ user }: FactorOwner): void {
  if (user.identities.some(({ provider }) => provider.startsWith('sso:')))
    throw invalid('SSO users cannot register passkeys', 422);
}
