import type { Context as HttpContext } from 'hono';
import * as v from 'valibot';
import { readOptionalJson, text } from '../body.ts';
import { insertChallenge, withdrawChallenge } from './issued-challenges.ts';
import { AuthError } from '../errors.ts';
import { checkFrequency, drawFactorCode, sendFactorCode } from './sms.ts';
import { factorOf, requireEnabled, requireOwner } from './owner.ts';
import { isVerified, listFactorCredentials, lockFactor, type Factor } from './factors.ts';
import { messageLanguage } from '../language.ts';
import { record, userActor } from '../recording.ts';
import { requestClient, requestVisitor, type Auth } from '../services.ts';
import { readChannel } from '../links-and-codes/sms-codes.ts';
import { createWebauthnChallenge, type WebauthnChallenge } from '../webauthn/factor.ts';

const bodySchema = v.object({ channel: text });

/** What a challenge asks for, besides a code of an authenticator app. */
interface Asked {
  /** The code that is sent to a telephone. */
  readonly code?: string;
  readonly sessionData?: WebauthnChallenge['data'];
}

async function saveChallenge(auth: Auth, factor: Factor, address: string | null, asked: Asked = {}) {
  const { id: factorId } = factor;
  const { code, sessionData } = asked;
  const otpCode = code === undefined ? null : auth.factorSecrets.seal(factorId, code);
  return auth.db.transaction(async (transaction) => {
    const proof = await lockFactor(transaction, factorId);
    if (!proof) throw new AuthError('mfa_factor_not_found');
    if (code !== undefined) checkFrequency(auth, proof.seconds_since_challenge);
    return insertChallenge(transaction, { factorId, address, otpCode, ...(sessionData && { sessionData }) });
  });
}

/**
 * POST /factors/:factorId/challenge: announces a code, and sends it when the factor is a telephone; for a WebAuthn factor,
 * what the browser's authenticator needs. `expires_at` is in seconds since 1970.
 * @throws AuthError as wire §7.2; over_sms_send_rate_limit, sms_send_failed
 */
export async function challengeFactor(auth: Auth, c: HttpContext): Promise<Response> {
  const { user } = await requireOwner(auth, c);
  const factor = factorOf(user, c);
  const visitor = requestVisitor(auth, c);
  await auth.limits.factorChallenge(visitor);
  const body = await readOptionalJson(c.req.raw, bodySchema);
  requireEnabled(auth, factor.factor_type, 'verify');
  const { address } = requestClient(auth, c);
  const type = factor.factor_type;
  if (type === 'webauthn') {
    const credentials = await listFactorCredentials(auth.db, user.id);
    const { data: sessionData, webauthn } = await createWebauthnChallenge(auth, user, factor, credentials);
    const { id, expiresAt } = await saveChallenge(auth, factor, address, { sessionData });
    return c.json({ id, type, expires_at: expiresAt, webauthn });
  }
  if (type === 'totp') {
    const { id, expiresAt } = await saveChallenge(auth, factor, address);
    return c.json({ id, type, expires_at: expiresAt });
  }
  const channel = readChannel(auth, body.channel);
  const language = messageLanguage(auth, c, user.raw_user_meta_data);
  // Anybody's number can be enrolled; a verified one is the owner's.
  const isStranger = !isVerified(factor);
  await auth.messageLimits.check('sms', isStranger ? visitor : undefined, isStranger);
  const code = drawFactorCode(auth);
  const { id, expiresAt } = await saveChallenge(auth, factor, address, { code });
  try {
    await auth.messageLimits.spend('sms', { address: factor.phone ?? '', isStranger });
    await sendFactorCode(auth, factor, code, { channel, language });
  } catch (error) {
    await withdrawChallenge(auth.db, { id, factorId: factor.id, formerly: factor.last_challenged_at });
    throw error;
  }
  const subject = { target: `factor:${factor.id}`, factor_id: factor.id, factor_type: type };
  record(auth, c, 'challenge_created', userActor(user), subject);
  return c.json({ id, type, expires_at: expiresAt });
}
