import * as v from 'valibot';
import { json, type Reply } from '../../../http/reply.ts';
import { readOptionalJson, text } from '../../body.ts';
import { requireRegistrant } from '../../domain/webauthn/own-passkeys.ts';
import { AuthError } from '../../errors.ts';
import { requireEnrolmentProof } from '../../domain/callers/owner-proof.ts';
import type { AuthRequest } from '../../request.ts';
import { insertPasskeyChallenge } from '../../store/passkey-challenges.ts';
import { creationOptions } from '../../domain/webauthn/ceremonies.ts';
import { sessionDataOf } from '../../domain/webauthn/challenges.ts';
import { credentialIds, maxPasskeys } from '../../store/passkeys.ts';
import { relyingParty } from '../../domain/webauthn/relying-party.ts';

const proofSchema = v.object({ current_password: text, nonce: text });

/**
 * POST /passkeys/registration/options: the options for `navigator.credentials.create()`. A passkey is a further way into
 * the account, so it needs the same proof as a first second factor.
 * @throws AuthError of `requireRegistrant`, `requireEnrolmentProof`; too_many_passkeys
 */
export async function passkeyRegistrationOptions(request: AuthRequest): Promise<Reply> {
  const owner = await requireRegistrant(request);
  await request.limits.factorChallenge(request.network);
  await requireEnrolmentProof(request, owner, await readOptionalJson(request, proofSchema));
  const { user } = owner;
  const known = await credentialIds(request.db, user.id);
  if (known.length >= maxPasskeys) throw new AuthError('too_many_passkeys');
  const party = relyingParty(request);
  const name = user.email ?? user.phone ?? user.id;
  const options = await creationOptions(party, { handle: user.id, name, displayName: name }, known, true);
  const data = sessionDataOf(party, options.challenge);
  return json({ options, ...(await insertPasskeyChallenge(request.db, 'registration', user.id, data)) });
}
