import { requestOptions } from './ceremonies.ts';
import { insertPasskeyChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';
import type { AuthRequest } from '../request.ts';

/**
 * POST /passkeys/authentication/options: the options for `navigator.credentials.get()`, for a sign-in without a name.
 * `expires_at` is in seconds since 1970.
 * @throws AuthError over_request_rate_limit
 */
export async function passkeyAuthenticationOptions(request: AuthRequest): Promise<object> {
  await request.limits.passkeyChallenge(request.network);
  const party = relyingParty(request);
  const options = await requestOptions(party);
  const { id, expires_at } = await insertPasskeyChallenge(request.db, 'authentication', null, {
    challenge: options.challenge,
    rpId: party.id,
    userVerification: 'required',
  });
  return { challenge_id: id, options, expires_at };
}
