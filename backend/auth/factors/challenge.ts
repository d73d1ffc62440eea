import * as v from 'valibot';
import { readOptionalJson, text } from '../body.ts';
import { AuthError } from '../errors.ts';
import { messageLanguage } from '../language.ts';
import { readChannel } from '../links-and-codes/sms-codes.ts';
import { record, userActor } from '../recording.ts';
import type { AuthRequest } from '../request.ts';
import { createWebauthnChallenge, type WebauthnChallenge } from '../webauthn/factor.ts';
import { isVerified, listFactorCredentials, lockFactor, type Factor } from './factors.ts';
import { insertChallenge, withdrawChallenge } from './issued-challenges.ts';
import { aboutFactor, factorOf, requireEnabled, requireOwner, type FactorOwner } from './owner.ts';
import { checkFrequency, drawFactorCode, sendFactorCode } from './sms.ts';

const bodySchema = v.object({ channel: text });

/** The secret part of a challenge; empty for an authenticator app. */
interface Asked {
  /** The code for a telephone. */
  readonly code?: string;
  readonly sessionData?: WebauthnChallenge['data'];
}

async function saveChallenge(request: AuthRequest, { id: factorId }: Factor, asked: Asked = {}) {
  const { code, sessionData } = asked;
  const { address } = request.client;
  const otpCode = code === undefined ? null : request.factorSecrets.seal(factorId, code);
  return request.db.transaction(async (transaction) => {
    const proof = await lockFactor(transaction, factorId);
    if (!proof) throw new AuthError('mfa_factor_not_found');
    if (code !== undefined) checkFrequency(request, proof.seconds_since_challenge);
    return insertChallenge(transaction, { factorId, address, otpCode, ...(sessionData && { sessionData }) });
  });
}

async function challengeTotp(request: AuthRequest, factor: Factor) {
  const { id, expiresAt } = await saveChallenge(request, factor);
  return { id, type: 'totp', expires_at: expiresAt };
}

async function challengeWebauthn(request: AuthRequest, factor: Factor, { user }: FactorOwner) {
  const credentials = await listFactorCredentials(request.db, user.id);
  const { data: sessionData, webauthn } = await createWebauthnChallenge(request, user, factor, credentials);
  const { id, expiresAt } = await saveChallenge(request, factor, { sessionData });
  return { id, type: 'webauthn', expires_at: expiresAt, webauthn };
}

async function challengePhone(request: AuthRequest, factor: Factor, { user }: FactorOwner, channel: string) {
  const { messageLimits, network } = request;
  const delivery = { channel: readChannel(request, channel), language: messageLanguage(request, user) };
  // Anybody can enroll any number; only a verified one is the owner's.
  const isStranger = !isVerified(factor);
  await messageLimits.check('sms', isStranger ? network : undefined, isStranger);
  const code = drawFactorCode(request);
  const { id, expiresAt } = await saveChallenge(request, factor, { code });
  try {
    await messageLimits.spend('sms', { address: factor.phone ?? '', isStranger });
    await sendFactorCode(request, factor, code, delivery);
  } catch (error) {
    await withdrawChallenge(request.db, { id, factorId: factor.id, formerly: factor.last_challenged_at });
    throw error;
  }
  record(request, 'challenge_created', userActor(user), aboutFactor(factor));
  return { id, type: 'phone', expires_at: expiresAt };
}

const challenges = { totp: challengeTotp, webauthn: challengeWebauthn, phone: challengePhone } as const;

/**
 * POST /factors/:factorId/challenge: starts a challenge. For a phone factor it sends the code; for a WebAuthn factor it
 * responds with the options for the authenticator. `expires_at` is in seconds since 1970.
 * @throws AuthError of `requireOwner`, `factorOf`, `requireEnabled`; over_request_rate_limit,
 *   over_sms_send_rate_limit, sms_send_failed
 */
export async function challengeFactor(request: AuthRequest): Promise<object> {
  const owner = await requireOwner(request);
  const factor = factorOf(owner.user, request);
  await request.limits.factorChallenge(request.network);
  const { channel } = await readOptionalJson(request, bodySchema);
  requireEnabled(request, factor.factor_type, 'verify');
  return challenges[factor.factor_type](request, factor, owner, channel);
}
