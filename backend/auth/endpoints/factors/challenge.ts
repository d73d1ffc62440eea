import * as v from 'valibot';
import { json, type Reply } from '../../../http/reply.ts';
import type { AuthUser } from '../../store/users.ts';
import { readOptionalJson, text } from '../../body.ts';
import { AuthError } from '../../errors.ts';
import { messageLanguage, type LanguageSource } from '../../domain/accounts/language.ts';
import { checkCooldown } from '../../domain/limits/message-limits.ts';
import { drawDigits } from '../../domain/secrets/one-time-tokens.ts';
import { readChannel, sendSms } from '../../domain/links-and-codes/sms-codes.ts';
import { record, userActor, type Recorder } from '../../domain/recording/recording.ts';
import type { AuthRequest } from '../../request.ts';
import type { SessionData } from '../../store/passkey-challenges.ts';
import { createWebauthnChallenge } from '../../domain/webauthn/factor.ts';
import { isVerified, lockFactor, type Factor } from '../../store/factors.ts';
import { insertChallenge, withdrawChallenge } from '../../store/factor-challenges.ts';
import { requireOwner } from '../../domain/callers/owner.ts';
import { aboutFactor, factorOf, requireEnabled } from '../../domain/factors/requested-factor.ts';

const bodySchema = v.object({ channel: text });

/**
 * POST /factors/:factorId/challenge: starts a challenge. For a phone factor it sends the code; for a WebAuthn factor it
 * responds with the options for the authenticator. `expires_at` is in seconds since 1970.
 * @throws AuthError of `requireOwner`, `factorOf`, `requireEnabled`; over_request_rate_limit,
 *   over_sms_send_rate_limit, sms_send_failed
 */
export async function challengeFactor(request: AuthRequest): Promise<Reply> {
  const { user } = await requireOwner(request);
  const factor = factorOf(user, request);
  const { factor_type: type } = factor;
  await request.limits.factorChallenge(request.network);
  const { channel } = await readOptionalJson(request, bodySchema);
  requireEnabled(request, type, 'verify');
  if (type === 'phone') return json({ type, ...(await challengePhone(request, factor, user, channel)) });
  const asked = type === 'webauthn' ? await createWebauthnChallenge(request, user, factor) : undefined;
  const saved = await saveChallenge(request, factor, undefined, asked?.data);
  return json({ type, ...saved, ...(asked && { webauthn: asked.webauthn }) });
}

async function challengePhone(
  request: LanguageSource &
    Recorder &
    Pick<
      AuthRequest,
      'client' | 'db' | 'factorSecrets' | 'log' | 'messageLimits' | 'network' | 'settings' | 'sms'
    >,
  factor: Factor,
  user: AuthUser,
  channel: string,
) {
  const { messageLimits, network } = request;
  const { otp_length, template } = request.settings.mfa.phone;
  const delivery = { channel: readChannel(request, channel), language: messageLanguage(request, user) };
  // Anybody can enroll any number; only a verified one is the owner's.
  const isStranger = !isVerified(factor);
  await messageLimits.check('sms', isStranger ? network : undefined, isStranger);
  const code = drawDigits(otp_length);
  const saved = await saveChallenge(request, factor, code);
  const to = factor.phone ?? '';
  try {
    await messageLimits.spend('sms', { address: to, isStranger });
    await sendSms(request, { to, code, ...delivery }, template, 'second factor');
  } catch (error) {
    await withdrawChallenge(request.db, saved.id, factor);
    throw error;
  }
  record(request, 'challenge_created', userActor(user), aboutFactor(factor));
  return saved;
}

/** Saves a challenge, with the code for a telephone or with the data for a WebAuthn authenticator. */
async function saveChallenge(
  request: Pick<AuthRequest, 'client' | 'db' | 'factorSecrets' | 'settings'>,
  { id: factorId }: Factor,
  code?: string,
  data: SessionData | null = null,
) {
  const otp_code = code === undefined ? null : request.factorSecrets.seal(factorId, code);
  return request.db.transaction(async (transaction) => {
    const proof = await lockFactor(transaction, factorId);
    if (!proof) throw new AuthError('mfa_factor_not_found');
    if (code !== undefined) {
      const elapsed = (proof.seconds_since_challenge ?? Infinity) * 1000;
      checkCooldown('sms', request.settings.mfa.phone.max_frequency - elapsed);
    }
    const asked = { otp_code, web_authn_session_data: data };
    return insertChallenge(transaction, factorId, request.client.address, asked);
  });
}
