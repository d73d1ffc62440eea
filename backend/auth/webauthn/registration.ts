import * as v from 'valibot';
import { json, type Reply } from '../../service/endpoint.ts';
import { notify } from '../accounts/notices.ts';
import { isSsoUser, lockUser } from '../accounts/users.ts';
import { readOptionalJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import type { FactorOwner } from '../factors/owner.ts';
import { requireEnrolmentProof } from '../passwords/owner-proof.ts';
import { recordOwn } from '../recording.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../context.ts';
import { creationOptions, verifyRegistration } from './ceremonies.ts';
import { readResponse, sessionDataOf } from './challenges.ts';
import { insertPasskeyChallenge } from '../store/passkey-challenges.ts';
import { requirePasskeyOwner } from './own-passkeys.ts';
import {
  credentialIds,
  insertPasskey,
  maxPasskeys,
  type NewCredential,
  type Passkey,
  passkeyView,
} from './passkeys.ts';
import { relyingParty } from './relying-party.ts';

const proofSchema = v.object({ current_password: text, nonce: text });

/**
 * Requires an account that may register a passkey. For accounts of a company only its identity provider gives access.
 * @throws AuthError of `requirePasskeyOwner`; validation_failed with status 422
 */
async function requireRegistrant(request: AuthRequest): Promise<FactorOwner> {
  const owner = await requirePasskeyOwner(request);
  if (isSsoUser(owner.user)) throw invalid('SSO users cannot register passkeys', 422);
  return owner;
}

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
 * @throws AuthError of `requireRegistrant`, `readResponse`; webauthn_verification_failed, webauthn_credential_exists,
 *   too_many_passkeys
 */
export async function passkeyRegistrationVerify(request: AuthRequest): Promise<Reply> {
  const { user } = await requireRegistrant(request);
  const { challenge, credential: given } = await readResponse(request, 'registration', user.id);
  const credential = await verifyRegistration(relyingParty(request), challenge, given);
  if (!credential) throw new AuthError('webauthn_verification_failed');
  const passkey = await save(request, user.id, credential);
  recordOwn(request, 'passkey_created', user, { passkey_id: passkey.id });
  notify(request, user, 'passkey_added');
  return json(passkeyView(passkey));
}
