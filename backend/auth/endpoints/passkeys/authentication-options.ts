import { json, type Reply } from '../../../http/reply.ts';
import type { AuthRequest } from '../../request.ts';
import { insertPasskeyChallenge } from '../../store/passkey-challenges.ts';
import { requestOptions } from '../../domain/webauthn/ceremonies.ts';
import { sessionDataOf } from '../../domain/webauthn/challenges.ts';
import { relyingParty } from '../../domain/webauthn/relying-party.ts';

/**
 * POST /passkeys/authentication/options: the options for `navigator.credentials.get()`, for a sign-in without a name.
 * @throws AuthError over_request_rate_limit
 */
export async function passkeyAuthenticationOptions(request: AuthRequest): Promise<Reply> {
  await request.limits.passkeyChallenge(request.network);
  const party = relyingParty(request);
  const options = await requestOptions(party);
  const data = sessionDataOf(party, options.challenge);
  return json({ options, ...(await insertPasskeyChallenge(request.db, 'authentication', null, data)) });
}
