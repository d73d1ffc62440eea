import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { isBanned, isUuid } from '../caller.ts';
import { readJson, text } from '../body.ts';
import { AuthError, invalid } from '../errors.ts';
import { attempting, signInAttempt } from '../failures.ts';
import { recordLogin } from '../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { sessionResponse, startSession } from '../sessions/start.ts';
import { lockUser, type UserRow } from '../accounts/users.ts';
import type { Session } from '../accounts/views.ts';
import { handleOf, readAssertion, verifyAssertion } from './ceremonies.ts';
import { consumeChallenge } from './challenges.ts';
import { lockPasskey, markUsed } from './passkeys.ts';
import { relyingParty } from './relying-party.ts';

const bodySchema = v.object({ challenge_id: text, credential: v.optional(v.unknown()) });

/** The user whose passkey it is; the counter is moved on. Throws AuthError webauthn_verification_failed. */
async function authenticate(
  auth: Auth,
  transaction: Queryable,
  challenge: string,
  given: unknown,
): Promise<UserRow> {
  const assertion = readAssertion(given);
  const handle = assertion ? handleOf(assertion) : '';
  // The user first, then the passkey: who closes an account locks in the same order.
  const user = isUuid(handle) ? await lockUser(transaction, handle) : undefined;
  const passkey = assertion && user && (await lockPasskey(transaction, user.id, assertion.id));
  const use = passkey && (await verifyAssertion(relyingParty(auth), challenge, assertion, passkey));
  if (!use) throw new AuthError('webauthn_verification_failed');
  await markUsed(transaction, passkey.passkeyId, use);
  if (user.deleted_at) throw new AuthError('user_not_found', { status: 403 });
  return user;
}

function checkUser(user: UserRow): void {
  if (user.email !== null && !user.email_confirmed_at)
    throw new AuthError('email_not_confirmed', { status: 403 });
  if (user.phone !== null && !user.phone_confirmed_at)
    throw new AuthError('phone_not_confirmed', { status: 403 });
  if (isBanned(user)) throw new AuthError('user_banned');
}

async function signIn(auth: Auth, c: HttpContext): Promise<Session> {
  const { challenge_id: challengeId, credential } = await readJson(c.req.raw, bodySchema);
  if (challengeId === '') throw invalid('challenge_id is required');
  if (credential === undefined || credential === null) throw invalid('credential is required');
  if (!isUuid(challengeId)) throw invalid('challenge_id must be a valid UUID');
  const challenge = await consumeChallenge(auth.db, 'authentication', null, challengeId);
  const client = requestClient(auth, c);
  return auth.db.transaction(async (transaction) => {
    const user = await authenticate(auth, transaction, challenge, credential);
    checkUser(user);
    await auth.limits.signIn(user.id);
    return startSession(auth, transaction, { user, method: 'passkey', provider: 'passkey', client });
  });
}

/**
 * POST /passkeys/authentication/verify: a Session. It is aal1, as upstream has it: an account with second factors asks
 * for one of them as after a password.
 * @throws AuthError validation_failed, webauthn_challenge_not_found, webauthn_challenge_expired,
 *   webauthn_verification_failed; only to the owner: email_not_confirmed, phone_not_confirmed, user_banned
 */
export async function passkeyAuthenticationVerify(auth: Auth, c: HttpContext): Promise<Response> {
  const attempt = await auth.limits.token(requestVisitor(auth, c));
  const session = await attempting(signInAttempt('', 'passkey'), () => signIn(auth, c));
  await attempt.refund();
  recordLogin(auth, c, session.user, 'passkey', 'passkey');
  return sessionResponse(c, session);
}
