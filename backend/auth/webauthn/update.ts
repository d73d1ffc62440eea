import * as v from 'valibot';
import { readJson, text } from '../body.ts';
import { invalid } from '../errors.ts';
import { requireOwner } from '../factors/owner.ts';
import { recordOwn } from '../recording.ts';
import { noPasskey, passkeyIdOf } from './owner.ts';
import { passkeyView, setPasskeyName } from './passkeys.ts';
import type { AuthRequest } from '../request.ts';

const maxName = 120;
const bodySchema = v.object({ friendly_name: text });

/** PATCH /passkeys/:passkeyId: changes the name. @throws AuthError of `requireOwner`; validation_failed */
export async function updateOwnPasskey(request: AuthRequest): Promise<object> {
  const { user } = await requireOwner(request);
  const id = passkeyIdOf(request);
  const { friendly_name: name } = await readJson(request, bodySchema);
  if (name === '') throw invalid('friendly_name is required');
  if (name.length > maxName) throw invalid(`friendly_name must be ${maxName} characters or less`);
  const passkey = await setPasskeyName(request.db, user.id, id, name);
  if (!passkey) throw noPasskey();
  recordOwn(request, 'passkey_updated', user, { passkey_id: id });
  return passkeyView(passkey);
}
