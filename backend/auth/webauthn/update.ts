import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { readJson, text } from '../body.ts';
import { invalid } from '../errors.ts';
import { requireOwner } from '../factors/owner.ts';
import { recordOwn } from '../recording.ts';
import type { Auth } from '../services.ts';
import { noPasskey, passkeyIdOf } from './owner.ts';
import { passkeyView, renamePasskey } from './passkeys.ts';

const maxName = 120;
const bodySchema = v.object({ friendly_name: text });

/** PATCH /passkeys/:passkeyId: another name; the passkey. Throws AuthError as `requireOwner`; validation_failed. */
export async function updateOwnPasskey(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireOwner(auth, c);
  const id = passkeyIdOf(c);
  const { friendly_name: name } = await readJson(c.req.raw, bodySchema);
  if (name === '') throw invalid('friendly_name is required');
  if (name.length > maxName) throw invalid(`friendly_name must be ${maxName} characters or less`);
  const passkey = await renamePasskey(auth.db, user.id, id, name);
  if (!passkey) throw noPasskey();
  recordOwn(auth, c, 'passkey_updated', user, { passkey_id: id });
  return c.json(passkeyView(passkey));
}
