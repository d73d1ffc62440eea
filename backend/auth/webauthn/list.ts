import type { Context as HttpContext } from 'hono';
import { requireOwner } from '../factors/owner.ts';
import type { Auth } from '../services.ts';
import { listPasskeys, passkeyView } from './passkeys.ts';

/** GET /passkeys: an array of the caller's passkeys, the oldest first. Throws AuthError as `requireOwner`. */
export async function listOwnPasskeys(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireOwner(auth, c);
  return c.json((await listPasskeys(auth.db, user.id)).map(passkeyView));
}
