import { aboutUser, record } from '../../recording.ts';
import { noContent, type Reply } from '../../reply.ts';
import type { AuthRequest } from '../../request.ts';
import { noPasskey, passkeyIdOf } from '../../webauthn/owner.ts';
import { deletePasskey } from '../../webauthn/passkeys.ts';
import { requireTargetUser } from '../target-user.ts';

/** DELETE /admin/users/:id/passkeys/:passkeyId: 204. For users whose device was stolen. */
export async function deleteAnyPasskey(request: AuthRequest): Promise<Reply> {
  const { admin, user } = await requireTargetUser(request);
  const id = passkeyIdOf(request);
  if (!(await deletePasskey(request.db, user.id, id))) throw noPasskey();
  record(request, 'passkey_deleted', admin, { ...aboutUser(user), passkey_id: id });
  return noContent;
}
