import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Queryable } from '../../../db/database.ts';
import type { Reply } from '../../../http/reply.ts';
import { sameText } from '../../../util/same-text.ts';
import { isUuid } from '../../../util/uuid.ts';
import { readJson, text } from '../../body.ts';
import { findChallenge, markChallengeUsed, type Challenge } from '../../store/factor-challenges.ts';
import { AuthError, invalid } from '../../errors.ts';
import { attempting } from '../../domain/recording/failures.ts';
import { requireOwner, type FactorOwner } from '../../domain/callers/owner.ts';
import { aboutFactor, factorOf, requireEnabled } from '../../domain/factors/requested-factor.ts';
import {
  deleteUnverifiedFactors,
  isVerified,
  lockFactor,
  markVerified,
  saveFactorCredential,
  type Factor,
  type FactorProof,
} from '../../store/factors.ts';
import { notify, type Notifier } from '../../domain/accounts/notices.ts';
import { forgetRefreshTokens, insertRefreshToken } from '../../store/refresh-tokens.ts';
import { record, userActor } from '../../domain/recording/recording.ts';
import { issueTokens, sessionResponse, type TokenIssuer } from '../../domain/sessions/start.ts';
import { endUnraisedSessions, findSession, listMethods, raiseSession } from '../../store/sessions.ts';
import { stepOfCode } from '../../domain/factors/totp.ts';
import { findUser, lockUser } from '../../store/users.ts';
import { acceptWebauthn, type WebauthnResponse } from '../../domain/webauthn/factor.ts';
import type { AuthRequest } from '../../request.ts';
import type { Auth } from '../../context.ts';
import type { PartySettings } from '../../domain/webauthn/relying-party.ts';

const bodySchema = v.object({
  challenge_id: text,
  code: text,
  webauthn: v.nullish(v.object({ type: text, credential_response: v.optional(v.unknown()) })),
});

interface ChallengeResponse {
  readonly owner: FactorOwner;
  readonly factor: Factor;
  readonly challengeId: string;
  readonly code: string;
  readonly webauthn: WebauthnResponse | undefined;
}

/**
 * POST /factors/:factorId/verify: the Session, raised to aal2. The first valid code completes the enrollment of the
 * factor. The user's sessions that are not raised end.
 * @throws AuthError of `requireOwner`, `factorOf`, `requireEnabled`, `openChallenge`, `acceptCode`; validation_failed,
 *   over_request_rate_limit
 */
export async function verifyFactor(request: AuthRequest): Promise<Reply> {
  const owner = await requireOwner(request);
  const factor = factorOf(owner.user, request);
  const [actor, subject] = [userActor(owner.user), aboutFactor(factor)];
  const reply = await attempting(request, { action: 'verification_attempted', actor, subject }, () =>
    acceptResponse(request, owner, factor),
  );
  record(request, 'verification_attempted', actor, { ...subject, succeeded: true });
  return reply;
}

async function acceptResponse(
  request: Notifier &
    PartySettings &
    TokenIssuer &
    Pick<
      AuthRequest,
      | 'client'
      | 'db'
      | 'factorSecrets'
      | 'knownNetworks'
      | 'limits'
      | 'network'
      | 'readBody'
      | 'refreshTokens'
    >,
  owner: FactorOwner,
  factor: Factor,
): Promise<Reply> {
  const { db, knownNetworks, limits, network, tokens } = request;
  const proof = `factor:${factor.id}` as const;
  const isKnown = await knownNetworks.includes(db, owner.user.id, proof, network);
  const attempt = await limits.factorCode({ subject: factor.id, network, isKnown });
  const { challenge_id: challengeId, code, webauthn } = await readJson(request, bodySchema);
  requireEnabled(request, factor.factor_type, 'verify');
  if (code === '' && factor.factor_type !== 'webauthn') throw invalid('Code needs to be non-empty');
  const response = { owner, factor, challengeId, code, webauthn: webauthn ?? undefined };
  const { session, ended } = await db.transaction(async (transaction) => {
    const raised = await verify(request, transaction, response);
    await knownNetworks.remember(transaction, owner.user.id, proof, network);
    return raised;
  });
  await attempt.refund();
  for (const id of [...ended, owner.session.id]) tokens.forgetSession(id);
  if (!isVerified(factor)) notify(request, owner.user, 'factor_added');
  return sessionResponse(session);
}

async function verify(
  auth: PartySettings & TokenIssuer & Pick<AuthRequest, 'client' | 'factorSecrets' | 'refreshTokens'>,
  transaction: Queryable,
  response: ChallengeResponse,
) {
  const { user, session } = response.owner;
  await lockUser(transaction, user.id);
  await acceptCode(auth, transaction, response);
  const refreshToken = await raise(auth, transaction, response);
  await deleteUnverifiedFactors(transaction, user.id, response.factor.factor_type);
  const ended = await endUnraisedSessions(transaction, user.id);
  const raised = await findSession(transaction, session.id, user.id);
  const current = await findUser(transaction, user.id);
  const methods = await listMethods(transaction, session.id);
  return { session: await issueTokens(auth, current!, raised!, refreshToken, methods), ended };
}

/**
 * Raises the session, with a new refresh token. The earlier tokens are deleted: a copy from before the second factor must
 * not work. The new token has a random parent instead of them.
 */
async function raise(
  auth: Pick<Auth, 'refreshTokens'>,
  transaction: Queryable,
  { owner, factor }: ChallengeResponse,
): Promise<string> {
  const { user, session } = owner;
  const method = factor.factor_type === 'totp' ? 'totp' : `mfa/${factor.factor_type}`;
  if (!(await raiseSession(transaction, session.id, factor.id, method)))
    throw new AuthError('session_not_found');
  const parent = `raised ${randomBytes(16).toString('base64url')}`;
  const { token, stored } = auth.refreshTokens.derive(session.id, parent);
  await forgetRefreshTokens(transaction, session.id);
  const row = { token: stored, user_id: user.id, session_id: session.id, parent };
  await insertRefreshToken(transaction, row);
  return token;
}

/** @throws AuthError mfa_verification_failed; mfa_factor_not_found when the factor was removed meanwhile */
async function acceptCode(
  auth: PartySettings & Pick<AuthRequest, 'client' | 'factorSecrets'>,
  transaction: Queryable,
  response: ChallengeResponse,
): Promise<void> {
  const proof = await lockFactor(transaction, response.factor.id);
  if (!proof) throw new AuthError('mfa_factor_not_found');
  // Read under the lock: of two responses to a challenge, the second finds it used.
  const challenge = await openChallenge(auth, transaction, response);
  const type = response.factor.factor_type;
  if (type === 'phone') acceptSentCode(auth, response, challenge);
  if (type === 'webauthn') await acceptCredential(auth, transaction, response, proof, challenge);
  const step = type === 'totp' ? acceptTotp(auth, response, proof) : null;
  await markVerified(transaction, response.factor.id, step);
  await markChallengeUsed(transaction, challenge.id);
}

/** The first response brings the credential; each one advances its counter. */
async function acceptCredential(
  auth: PartySettings,
  transaction: Queryable,
  { factor, webauthn }: ChallengeResponse,
  { web_authn_credential: credential }: FactorProof,
  { web_authn_session_data: data }: Challenge,
): Promise<void> {
  if (!webauthn || !data) throw invalid('WebAuthn config required');
  const used = await acceptWebauthn(auth, webauthn, data.challenge, credential);
  await saveFactorCredential(transaction, factor.id, used);
}

/** A sent code works once, because its challenge does. */
function acceptSentCode(
  auth: Pick<Auth, 'factorSecrets'>,
  { factor, code }: ChallengeResponse,
  { otp_code: sealed }: Challenge,
): void {
  const sent = auth.factorSecrets.open(factor.id, sealed ?? '');
  if (!sent || !sameText(sent, code))
    throw new AuthError('mfa_verification_failed', { message: 'Invalid MFA Phone code entered' });
}

/** The step of an authenticator app's code. Only later steps than the last are valid, so each code works once. */
function acceptTotp(
  auth: Pick<Auth, 'factorSecrets'>,
  { factor, code }: ChallengeResponse,
  proof: FactorProof,
): number {
  const secret = auth.factorSecrets.open(factor.id, proof.secret ?? '');
  const step = secret === undefined ? undefined : stepOfCode(secret, code);
  if (step === undefined || step <= (proof.last_totp_step ?? 0))
    throw new AuthError('mfa_verification_failed', { message: 'Invalid TOTP code entered' });
  return step;
}

async function openChallenge(
  { client }: Pick<AuthRequest, 'client'>,
  transaction: Queryable,
  { factor, challengeId: id }: ChallengeResponse,
): Promise<Challenge> {
  const known = isUuid(id) && (await findChallenge(transaction, id, factor.id, client.address));
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
