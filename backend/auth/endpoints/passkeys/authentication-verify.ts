import type { Queryable } from '../../../db/database.ts';
import type { Reply } from '../../../http/reply.ts';
import { addressProviders } from '../../store/addresses.ts';
import { isBanned, lockUser, type AuthUser } from '../../store/users.ts';
import type { IssuedSession } from '../../domain/accounts/views.ts';
import { isUuid } from '../../../util/uuid.ts';
import { AuthError } from '../../errors.ts';
import { attempting, signInAttempt } from '../../domain/recording/failures.ts';
import { recordLogin } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import { sessionResponse, startSession, type SessionStarter } from '../../domain/sessions/start.ts';
import { handleOf, readAssertion, verifyAssertion } from '../../domain/webauthn/ceremonies.ts';
import { readResponse } from '../../domain/webauthn/challenges.ts';
import { lockPasskey, markUsed } from '../../store/passkeys.ts';
import { relyingParty, type PartySettings } from '../../domain/webauthn/relying-party.ts';

/**
 * POST /passkeys/authentication/verify: a Session. Like upstream it is aal1: accounts with second factors need one, as
 * after a password.
 * @throws AuthError of `readResponse`; webauthn_verification_failed; only to the owner: email_not_confirmed,
 *   phone_not_confirmed, user_banned
 */
export async function passkeyAuthenticationVerify(request: AuthRequest): Promise<Reply> {
  const attempt = await request.limits.token(request.network);
  const session = await attempting(request, signInAttempt('', 'passkey'), () => signIn(request));
  await attempt.refund();
  recordLogin(request, session.user, 'passkey', 'passkey');
  return sessionResponse(session);
}

async function signIn(
  request: PartySettings & SessionStarter & Pick<AuthRequest, 'db' | 'limits' | 'readBody'>,
): Promise<IssuedSession> {
  const { challenge, credential } = await readResponse(request, 'authentication', null);
  return request.db.transaction(async (transaction) => {
    const user = await authenticate(request, transaction, challenge, credential);
    checkUser(user);
    await request.limits.signIn(user.id);
    const signedIn = { user, method: 'passkey', provider: 'passkey' };
    return startSession(request, transaction, signedIn);
  });
}

function checkUser(user: AuthUser): void {
  for (const provider of addressProviders)
    if (user[provider] !== null && !user[`${provider}_confirmed_at`])
      throw new AuthError(`${provider}_not_confirmed`, { status: 403 });
  if (isBanned(user)) throw new AuthError('user_banned');
}

/** The user of the passkey; advances its counter. @throws AuthError webauthn_verification_failed */
async function authenticate(
  auth: PartySettings,
  transaction: Queryable,
  challenge: string,
  given: unknown,
): Promise<AuthUser> {
  const assertion = readAssertion(given);
  const handle = assertion ? handleOf(assertion) : '';
  // Lock the user before the passkey, in the order of code that closes an account.
  const user = isUuid(handle) ? await lockUser(transaction, handle) : undefined;
  const passkey = assertion && user && (await lockPasskey(transaction, user.id, assertion.id));
  const use = passkey && (await verifyAssertion(relyingParty(auth), challenge, assertion, passkey));
  if (!use) throw new AuthError('webauthn_verification_failed');
  await markUsed(transaction, passkey.passkeyId, use);
  if (user.deleted_at) throw new AuthError('user_not_found', { status: 403 });
  return user;
}
