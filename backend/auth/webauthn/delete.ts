import type { Context as HttpContext } from 'hono';
import { recordOwn } from '../recording.ts';
import type { Auth } from '../services.ts';
import { noPasskey, passkeyIdOf, requirePasskeyOwner } from './owner.ts';
import { deletePasskey } from './passkeys.ts';

/** DELETE /passkeys/:passkeyId: 204. Throws AuthError as `requirePasskeyOwner`; validation_failed with status 404. */
export async function deleteOwnPasskey(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requirePasskeyOwner(auth, c);
  const id = passkeyIdOf(c);
  if (!(await deletePasskey(auth.db, user.id, id))) throw noPasskey();
  recordOwn(auth, c, 'passkey_deleted', user, { passkey_id: id });
  return c.body(null, 204);
}
