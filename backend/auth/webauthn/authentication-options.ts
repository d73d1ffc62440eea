import type { Context as HttpContext } from 'hono';
import { requestVisitor, type Auth } from '../services.ts';
import { requestOptions } from './ceremonies.ts';
import { insertChallenge } from './challenges.ts';
import { relyingParty } from './relying-party.ts';

/**
 * POST /passkeys/authentication/options: what `navigator.credentials.get()` needs for a sign-in where nobody types who
 * they are. `expires_at` is in seconds since 1970.
 * @throws AuthError over_request_rate_limit
 */
export async function passkeyAuthenticationOptions(auth: Auth, c: HttpContext): Promise<Response> {
  await auth.limits.passkeyChallenge(requestVisitor(auth, c));
  const party = relyingParty(auth);
  const options = await requestOptions(party);
  const { id, expires_at } = await insertChallenge(auth.db, 'authentication', null, {
    challenge: options.challenge,
    rpId: party.id,
    userVerification: 'required',
  });
  return c.json({ challenge_id: id, options, expires_at });
}
