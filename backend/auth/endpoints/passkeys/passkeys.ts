import * as v from 'valibot';
import { empty, json, type Reply } from '../../../http/reply.ts';
import { readJson, text } from '../../body.ts';
import {
  noPasskey,
  passkeyIdOf,
  removePasskey,
  requirePasskeyOwner,
} from '../../domain/webauthn/own-passkeys.ts';
import { invalid } from '../../errors.ts';
import { requireOwner } from '../../domain/callers/owner.ts';
import { recordOwn } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { findPasskeys, setPasskeyName } from '../../store/passkeys.ts';
import { passkeyView } from '../../domain/accounts/views.ts';

const maxNameCharacters = 120;
const bodySchema = v.object({ friendly_name: text });

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
  if (name.length > maxNameCharacters)
    throw invalid(`friendly_name must be ${maxNameCharacters} characters or less`);
  const passkey = await setPasskeyName(request.db, user.id, id, name);
  if (!passkey) throw noPasskey();
  recordOwn(request, 'passkey_updated', user, { passkey_id: id });
  return json(passkeyView(passkey));
}

/** DELETE /passkeys/:passkeyId: 204. @throws AuthError of `requirePasskeyOwner`; validation_failed (404) */
export async function deleteOwnPasskey(request: AuthRequest): Promise<Reply> {
  const { user } = await requirePasskeyOwner(request);
  recordOwn(request, 'passkey_deleted', user, { passkey_id: await removePasskey(request, user.id) });
  return empty(204);
}
