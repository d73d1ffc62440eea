import * as v from 'valibot';
import { isUuid } from '../../util/uuid.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { notifyPasskeyAdded } from '../accounts/notices.ts';
import { recordOwn } from '../recording.ts';
import { lockUser } from '../accounts/users.ts';
import { readRegistration, verifyRegistration, type NewCredential } from './ceremonies.ts';
import { consumeChallenge } from './challenges.ts';
import { rejectSso, requirePasskeyOwner } from './owner.ts';
import { credentialIds, insertPasskey, maxPasskeys, passkeyView, type Passkey } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../services.ts';

const bodySchema = v.object({ challenge_id: text, credential: v.optional(v.unknown()) });

function save(auth: Auth, userId: string, credential: NewCredential): Promise<Passkey> {
  return auth.db.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    if ((await credentialIds(transaction, userId)).length >= maxPasskeys)
      throw new AuthError('too_many_passkeys');
    const passkey = await insertPasskey(transaction, userId, credential);
    if (!passkey) throw new AuthError('webauthn_credential_exists');
    return passkey;
  });
}

/**
 * POST /passkeys/registration/verify: adds a new passkey to the account and mails the owner. Responds with its metadata.
 * @throws AuthError of `requirePasskeyOwner`; validation_failed, webauthn_challenge_not_found,
 *   webauthn_challenge_expired, webauthn_verification_failed, webauthn_credential_exists, too_many_passkeys
 */
export async function passkeyRegistrationVerify(request: AuthRequest): Promise<object> {
  const owner = await requirePasskeyOwner(request);
  rejectSso(owner);
  const { user } = owner;
  const { challenge_id: challengeId, credential: given } = await readJson(request, bodySchema);
  if (challengeId === '') throw invalid('challenge_id is required');
  if (given === undefined || given === null) throw invalid('credential is required');
  if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID');
  const challenge = await consumeChallenge(request.db, 'registration', user.id, challengeId);
  const registration = readRegistration(given);
  const credential =
    registration && (await verifyRegistration(relyingParty(request), challenge, registration));
  if (!credential) throw new AuthError('webauthn_verification_failed');
  const passkey = await save(request, user.id, credential);
  recordOwn(request, 'passkey_created', user, { passkey_id: passkey.id });
  notifyPasskeyAdded(request, user);
  return passkeyView(passkey);
}
