import { randomBytes } from 'node:crypto';
import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import type { Queryable } from '../../db/database.ts';
import { isUuid } from '../caller.ts';
import { readJson, text } from '../body.ts';
import { findChallenge, markAnswered, type Challenge } from './issued-challenges.ts';
import { AuthError, invalid } from '../errors.ts';
import { attempting } from '../failures.ts';
import { isSameCode } from './sms.ts';
import { factorOf, requireEnabled, requireOwner, type FactorOwner } from './owner.ts';
import {
  deleteUnverifiedFactors,
  isVerified,
  lockFactor,
  markVerified,
  saveFactorCredential,
  type Factor,
  type FactorProof,
} from './factors.ts';
import { notifyFactorAdded } from '../accounts/notices.ts';
import { forgetRefreshTokens, insertRefreshToken } from '../sessions/refresh-tokens.ts';
import { record, userActor } from '../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { issueTokens, sessionResponse } from '../sessions/start.ts';
import { endSessionsBelow, findSession, listMethods, raiseSession } from '../sessions/sessions.ts';
import { stepOfCode } from './totp.ts';
import { findUser, lockUser } from '../accounts/users.ts';
import { acceptWebauthn, type WebauthnResponse } from '../webauthn/factor.ts';

const bodySchema = v.object({
  challenge_id: text,
  code: text,
  webauthn: v.nullish(v.object({ type: text, credential_response: v.optional(v.unknown()) })),
});

/** An answer to a challenge. */
interface Answer {
  readonly owner: FactorOwner;
  readonly factor: Factor;
  readonly challengeId: string;
  readonly code: string;
  readonly webauthn: WebauthnResponse | undefined;
  readonly address: string | null;
}

async function openChallenge(transaction: Queryable, answer: Answer): Promise<Challenge> {
  const { factor, challengeId: id, address } = answer;
  const known = isUuid(id) && (await findChallenge(transaction, { id, factorId: factor.id, address }));
  if (!known)
    throw new AuthError('mfa_factor_not_found', {
      status: 422,
      message: 'MFA factor with the provided challenge ID not found',
    });
  if (!known.fresh) throw new AuthError('mfa_ip_address_mismatch');
  if (known.expired)
    throw new AuthError('mfa_challenge_expired', {
      message: `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    });
  return known;
}

/** The step of a code of an authenticator app. It works once: later steps only are accepted. */
function acceptTotp(auth: Auth, { factor, code }: Answer, proof: FactorProof): number {
  const secret = auth.factorSecrets.open(factor.id, proof.secret ?? '');
  const step = secret === undefined ? undefined : stepOfCode(secret, code);
  if (step === undefined || step <= (proof.last_totp_step ?? 0))
    throw new AuthError('mfa_verification_failed', { message: 'Invalid TOTP code entered' });
  return step;
}

/** A code that was sent works once because its challenge does. */
function acceptSentCode(auth: Auth, { factor, code }: Answer, { otp_code: sealed }: Challenge): void {
  if (!isSameCode(auth.factorSecrets.open(factor.id, sealed ?? ''), code))
    throw new AuthError('mfa_verification_failed', { message: 'Invalid MFA Phone code entered' });
}

/** The credential of a WebAuthn factor is saved with the first response, and its counter moved on with each. */
async function acceptCredential(
  auth: Auth,
  transaction: Queryable,
  { factor, webauthn }: Answer,
  { web_authn_credential: credential }: FactorProof,
  { web_authn_session_data: data }: Challenge,
): Promise<void> {
  if (!webauthn || !data) throw invalid('WebAuthn config required');
  const used = await acceptWebauthn(auth, webauthn, data.challenge, credential);
  await saveFactorCredential(transaction, factor.id, used);
}

/**
 * Accepts the code of a factor, or the response of its authenticator, or throws.
 * @throws AuthError mfa_verification_failed, mfa_factor_not_found when it was removed meanwhile
 */
async function acceptCode(auth: Auth, transaction: Queryable, answer: Answer): Promise<void> {
  const proof = await lockFactor(transaction, answer.factor.id);
  if (!proof) throw new AuthError('mfa_factor_not_found');
  // Looked up under the lock: of two answers to a challenge the second finds it answered.
  const challenge = await openChallenge(transaction, answer);
  const type = answer.factor.factor_type;
  if (type === 'phone') acceptSentCode(auth, answer, challenge);
  if (type === 'webauthn') await acceptCredential(auth, transaction, answer, proof, challenge);
  const step = type === 'totp' ? acceptTotp(auth, answer, proof) : null;
  await markVerified(transaction, answer.factor.id, step);
  await markAnswered(transaction, challenge.id);
}

/**
 * Raises the session, with a new refresh token. The earlier ones are forgotten: whoever copied one before the second
 * factor was asked for gets nothing for it. The new one follows none of them, but a number that was drawn.
 */
async function raise(auth: Auth, transaction: Queryable, { owner, factor }: Answer): Promise<string> {
  const { user, session } = owner;
  const method = factor.factor_type === 'totp' ? 'totp' : `mfa/${factor.factor_type}`;
  if (!(await raiseSession(transaction, session.id, factor.id, method)))
    throw new AuthError('session_not_found');
  const parent = `raised ${randomBytes(16).toString('base64url')}`;
  const { token, stored } = auth.refreshTokens.derive(session.id, parent);
  await forgetRefreshTokens(transaction, session.id);
  await insertRefreshToken(transaction, { stored, userId: user.id, sessionId: session.id, parent });
  return token;
}

async function verify(auth: Auth, transaction: Queryable, answer: Answer) {
  const { user, session } = answer.owner;
  await lockUser(transaction, user.id);
  await acceptCode(auth, transaction, answer);
  const refreshToken = await raise(auth, transaction, answer);
  await deleteUnverifiedFactors(transaction, user.id, answer.factor.factor_type);
  const ended = await endSessionsBelow(transaction, user.id, 'aal2');
  const raised = await findSession(transaction, session.id, user.id);
  const current = await findUser(transaction, user.id);
  const methods = await listMethods(transaction, session.id);
  return { session: await issueTokens(auth, current!, raised!, refreshToken, methods), ended };
}

/**
 * POST /factors/:factorId/verify: the Session, raised to aal2. The first code of a factor makes it count. Sessions of
 * the user that are not raised end.
 * @throws AuthError as wire §7.2
 */
export async function verifyFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const owner = await requireOwner(auth, c);
  const factor = factorOf(owner.user, c);
  const actor = userActor(owner.user);
  const { id, factor_type } = factor;
  const subject = { target: `factor:${id}`, factor_id: id, factor_type };
  const work = () => answerChallenge(auth, c, owner, factor);
  const response = await attempting({ action: 'verification_attempted', actor, subject }, work);
  record(auth, c, 'verification_attempted', actor, { ...subject, succeeded: true });
  return response;
}

async function answerChallenge(
  auth: Auth,
  c: HttpContext,
  owner: FactorOwner,
  factor: Factor,
): Promise<Response> {
  const visitor = requestVisitor(auth, c);
  const proof = `factor:${factor.id}` as const;
  const isKnown = await auth.knownNetworks.includes(auth.db, owner.user.id, proof, visitor);
  const attempt = await auth.limits.factorCode({ subject: factor.id, visitor, isKnown });
  const body = await readJson(c.req.raw, bodySchema);
  const { challenge_id: challengeId, code, webauthn = undefined } = body;
  requireEnabled(auth, factor.factor_type, 'verify');
  if (code === '' && factor.factor_type !== 'webauthn') throw invalid('Code needs to be non-empty');
  const answer = {
    owner,
    factor,
    challengeId,
    code,
    webauthn: webauthn ?? undefined,
    address: requestClient(auth, c).address,
  };
  const { session, ended } = await auth.db.transaction(async (transaction) => {
    const raised = await verify(auth, transaction, answer);
    await auth.knownNetworks.remember(transaction, owner.user.id, proof, visitor);
    return raised;
  });
  await attempt.refund();
  for (const id of [...ended, owner.session.id]) auth.tokens.forgetSession(id);
  if (!isVerified(factor)) notifyFactorAdded(auth, c, owner.user);
  return sessionResponse(c, session);
}
