import { json, type Reply } from '../../../http/reply.ts';
import { notify } from '../../domain/accounts/notices.ts';
import { lockUser } from '../../store/users.ts';
import { AuthError } from '../../errors.ts';
import { recordOwn } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';
import { verifyRegistration } from '../../domain/webauthn/ceremonies.ts';
import { readResponse } from '../../domain/webauthn/challenges.ts';
import { requireRegistrant } from '../../domain/webauthn/own-passkeys.ts';
import {
  credentialIds,
  insertPasskey,
  maxPasskeys,
  type NewCredential,
  type Passkey,
} from '../../store/passkeys.ts';
import { passkeyView } from '../../domain/accounts/views.ts';
import { relyingParty } from '../../domain/webauthn/relying-party.ts';

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

function save(auth: Pick<Auth, 'db'>, userId: string, credential: NewCredential): Promise<Passkey> {
  return auth.db.transaction(async (transaction) => {
    await lockUser(transaction, userId);
    if ((await credentialIds(transaction, userId)).length >= maxPasskeys)
      throw new AuthError('too_many_passkeys');
    const passkey = await insertPasskey(transaction, userId, credential);
    if (!passkey) throw new AuthError('webauthn_credential_exists');
    return passkey;
  });
}
