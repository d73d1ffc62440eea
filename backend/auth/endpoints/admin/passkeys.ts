import { empty, json, type Reply } from '../../../http/reply.ts';
import { aboutUser, record } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { removePasskey } from '../../domain/webauthn/own-passkeys.ts';
import { findPasskeys } from '../../store/passkeys.ts';
import { passkeyView } from '../../domain/accounts/views.ts';
import { requireTargetUser } from '../../domain/admin/target-user.ts';

/** GET /admin/users/:id/passkeys: an array of the user's passkeys. */
export async function listAnyPasskeys(request: AuthRequest): Promise<Reply> {
  const { user } = await requireTargetUser(request);
  return json((await findPasskeys(request.db, user.id)).map(passkeyView));
}

/** DELETE /admin/users/:id/passkeys/:passkeyId: 204. For users whose device was stolen. */
export async function deleteAnyPasskey(request: AuthRequest): Promise<Reply> {
  const { admin, user } = await requireTargetUser(request);
  const id = await removePasskey(request, user.id);
  record(request, 'passkey_deleted', admin, { ...aboutUser(user), passkey_id: id });
  return empty(204);
}
