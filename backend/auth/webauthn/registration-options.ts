import * as v from 'valibot';
import { readOptionalJson, text } from '../body.ts';
import { AuthError } from '../errors.ts';
import { requireEnrolmentProof } from '../passwords/owner-proof.ts';
import { creationOptions } from './ceremonies.ts';
import { insertPasskeyChallenge } from './challenges.ts';
import { requirePasskeyOwner, rejectSso } from './owner.ts';
import { credentialIds, maxPasskeys } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';
import type { AuthRequest } from '../request.ts';

const bodySchema = v.object({ current_password: text, nonce: text });

/**
 * POST /passkeys/registration/options: the options for `navigator.credentials.create()`. A passkey is a further way into
 * the account, so it needs the same proof as a first second factor. `expires_at` is in seconds since 1970.
 * @throws AuthError of `requirePasskeyOwner`, `requireEnrolmentProof`; validation_failed, too_many_passkeys
 */
export async function passkeyRegistrationOptions(request: AuthRequest): Promise<object> {
  const owner = await requirePasskeyOwner(request);
  rejectSso(owner);
  await request.limits.factorChallenge(request.network);
  await requireEnrolmentProof(request, owner, await readOptionalJson(request, bodySchema));
  const { user } = owner;
  const known = await credentialIds(request.db, user.id);
  if (known.length >= maxPasskeys) throw new AuthError('too_many_passkeys');
  const party = relyingParty(request);
  const name = user.email ?? user.phone ?? user.id;
  const options = await creationOptions(party, { handle: user.id, name, displayName: name }, known, true);
  const { id, expires_at } = await insertPasskeyChallenge(request.db, 'registration', user.id, {
    challenge: options.challenge,
    rpId: party.id,
    userVerification: 'required',
  });
  return { challenge_id: id, options, expires_at };
}
