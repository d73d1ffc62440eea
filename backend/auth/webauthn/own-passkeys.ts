import * as v from 'valibot';
import { empty, json, type Reply } from '../../service/endpoint.ts';
import { isUuid } from '../../util/uuid.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { lacksSecondFactor, requireOwner, type FactorOwner } from '../factors/owner.ts';
import { recordOwn } from '../recording.ts';
import type { AuthRequest } from '../request.ts';
import { deletePasskey, findPasskeys, passkeyView, setPasskeyName } from './passkeys.ts';

const maxName = 120;
const bodySchema = v.object({ friendly_name: text });

function noPasskey(): AuthError {
  return invalid('Passkey not found', 404);
}

/** The `:passkeyId` of the path. @throws AuthError validation_failed with status 404 */
function passkeyIdOf(request: AuthRequest): string {
  const id = request.param('passkeyId');
  if (!isUuid(id)) throw noPasskey();
  return id;
}

/**
 * Requires a caller who may add or delete passkeys: with a raised session, if the account has a second factor.
 * @throws AuthError of `requireOwner`; insufficient_aal
 */
export async function requirePasskeyOwner(request: AuthRequest): Promise<FactorOwner> {
  const owner = await requireOwner(request);
  if (lacksSecondFactor(owner))
    throw new AuthError('insufficient_aal', {
      message: 'AAL2 session is required to manage passkeys when MFA is enabled',
    });
  return owner;
}

/** GET /passkeys: an array of the caller's passkeys, the oldest first. @throws AuthError of `requireOwner` */
export async function listOwnPasskeys(request: AuthRequest): Promise<Reply> {
  const { user } = await requireOwner(request);
  return json((await findPasskeys(request.db, user.id)).map(passkeyView));
}

/** PATCH /passkeys/:passkeyId: changes the name. @throws AuthError of `requireOwner`; validation_failed */
export async function updateOwnPasskey(request: AuthRequest): Promise<Reply> {
  const { user } = await requireOwner(request);
  const id = passkeyIdOf(request);
  const { friendly_name: name } = await readJson(request, bodySchema);
  if (name === '') throw invalid('friendly_name is required');
  if (name.length > maxName) throw invalid(`friendly_name must be ${maxName} characters or less`);
  const passkey = await setPasskeyName(request.db, user.id, id, name);
  if (!passkey) throw noPasskey();
  recordOwn(request, 'passkey_updated', user, { passkey_id: id });
  return json(passkeyView(passkey));
}

/** Deletes the passkey of the path. @returns its id @throws AuthError validation_failed with status 404 */
export async function removePasskey(request: AuthRequest, userId: string): Promise<string> {
  const id = passkeyIdOf(request);
  if (!(await deletePasskey(request.db, userId, id))) throw noPasskey();
  return id;
}

/** DELETE /passkeys/:passkeyId: 204. @throws AuthError of `requirePasskeyOwner`; validation_failed (404) */
export async function deleteOwnPasskey(request: AuthRequest): Promise<Reply> {
  const { user } = await requirePasskeyOwner(request);
  recordOwn(request, 'passkey_deleted', user, { passkey_id: await removePasskey(request, user.id) });
  return empty(204);
}
