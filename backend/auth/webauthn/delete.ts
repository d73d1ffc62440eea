import { recordOwn } from '../recording.ts';
import { noPasskey, passkeyIdOf, requirePasskeyOwner } from './owner.ts';
import { deletePasskey } from './passkeys.ts';
import type { AuthRequest } from '../request.ts';
import { noContent } from '../reply.ts';

/** DELETE /passkeys/:passkeyId: 204. @throws AuthError of `requirePasskeyOwner`; validation_failed (404) */
export async function deleteOwnPasskey(request: AuthRequest): Promise<object> {
  const { user } = await requirePasskeyOwner(request);
  const id = passkeyIdOf(request);
  if (!(await deletePasskey(request.db, user.id, id))) throw noPasskey();
  recordOwn(request, 'passkey_deleted', user, { passkey_id: id });
  return noContent;
}
