import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { readOptionalJson, text } from '../body.ts';
import { AuthError } from '../errors.ts';
import { requireEnrolmentProof } from '../passwords/owner-proof.ts';
import { requestVisitor, type Auth } from '../services.ts';
import { creationOptions } from './ceremonies.ts';
import { insertChallenge } from './challenges.ts';
import { requirePasskeyOwner, refuseSso } from './owner.ts';
import { credentialIds, maxPasskeys } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';

const bodySchema = v.object({ current_password: text, nonce: text });

/**
 * POST /passkeys/registration/options: what `navigator.credentials.create()` needs. A passkey is a further way into the
 * account, so it needs the proof that a first second factor needs. `expires_at` is in seconds since 1970.
 * @throws AuthError as `requirePasskeyOwner`, `requireEnrolmentProof`; validation_failed, too_many_passkeys
 */
export async function passkeyRegistrationOptions(auth: Auth, c: HttpContext): Promise<Response> {
  const owner = await requirePasskeyOwner(auth, c);
  refuseSso(owner);
  const visitor = requestVisitor(auth, c);
  await auth.limits.factorChallenge(visitor);
  const { current_password: currentPassword, nonce } = await readOptionalJson(c.req.raw, bodySchema);
  await requireEnrolmentProof(auth, owner, { currentPassword, nonce, visitor });
  const { user } = owner;
  const known = await credentialIds(auth.db, user.id);
  if (known.length >= maxPasskeys) throw new AuthError('too_many_passkeys');
  const party = relyingParty(auth);
  const name = user.email ?? user.phone ?? user.id;
  const options = await creationOptions(party, { handle: user.id, name, displayName: name }, known, true);
  const { id, expires_at } = await insertChallenge(auth.db, 'registration', user.id, {
    challenge: options.challenge,
    rpId: party.id,
    userVerification: 'required',
  });
  return c.json({ challenge_id: id, options, expires_at });
}
