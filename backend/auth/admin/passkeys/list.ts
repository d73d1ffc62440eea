import type { AuthRequest } from '../../request.ts';
import { findPasskeys, passkeyView } from '../../webauthn/passkeys.ts';
import { requireTargetUser } from '../target-user.ts';

/** GET /admin/users/:id/passkeys: an array of the user's passkeys. */
export async function listAnyPasskeys(request: AuthRequest): Promise<object> {
  const { user } = await requireTargetUser(request);
  return (await findPasskeys(request.db, user.id)).map(passkeyView);
}
