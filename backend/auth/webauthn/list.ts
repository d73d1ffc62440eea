import { requireOwner } from '../factors/owner.ts';
import { findPasskeys, passkeyView } from './passkeys.ts';
import type { AuthRequest } from '../request.ts';

/** GET /passkeys: an array of the caller's passkeys, the oldest first. @throws AuthError of `requireOwner` */
export async function listOwnPasskeys(request: AuthRequest): Promise<object> {
  const { user } = await requireOwner(request);
  return (await findPasskeys(request.db, user.id)).map(passkeyView);
}
