import type { Context as HttpContext } from 'hono';
import type { Actor } from '../../../audit/events.ts';
import { userIdOf } from '../users/delete.ts';
import { requireAdmin } from '../../caller.ts';
import { AuthError } from '../../errors.ts';
import { aboutUser, record } from '../../recording.ts';
import type { Auth } from '../../services.ts';
import { findUser, type UserRow } from '../../accounts/users.ts';
import { noPasskey, passkeyIdOf } from '../../webauthn/owner.ts';
import { deletePasskey, listPasskeys, passkeyView } from '../../webauthn/passkeys.ts';

async function requireUserOfPath(auth: Auth, c: HttpContext): Promise<{ admin: Actor; user: UserRow }> {
  const admin = await requireAdmin(auth, c);
  const user = await findUser(auth.db, userIdOf(c));
  if (!user) throw new AuthError('user_not_found');
  return { admin, user };
}

/** GET /admin/users/:id/passkeys: an array of the user's passkeys. */
export async function listAnyPasskeys(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireUserOfPath(auth, c);
  return c.json((await listPasskeys(auth.db, user.id)).map(passkeyView));
}

/** DELETE /admin/users/:id/passkeys/:passkeyId: 204. For somebody whose tablet was stolen. */
export async function deleteAnyPasskey(auth: Auth, c: HttpContext): Promise<Response> {
  const { admin, user } = await requireUserOfPath(auth, c);
  const id = passkeyIdOf(c);
  if (!(await deletePasskey(auth.db, user.id, id))) throw noPasskey();
  record(auth, c, 'passkey_deleted', admin, { ...aboutUser(user), passkey_id: id });
  return c.body(null, 204);
}
