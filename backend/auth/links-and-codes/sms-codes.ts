import { SmsError, smsChannels, type SmsChannel, type SmsMessage } from '../../messages/sms/provider.ts';
import { AuthError, invalid } from '../errors.ts';
import { messageLanguage } from '../language.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../services.ts';
import { sentAtColumns, type AuthUser, type AuthUserValues } from '../accounts/users.ts';
import { isStranger } from './mailed-links.ts';

/** The channel that a body names, `sms` by default. @throws AuthError validation_failed */
export function readChannel(auth: Auth, channel: string): SmsChannel {
  const wanted = smsChannels.find((each) => each === (channel || 'sms'));
  if (!wanted || !auth.sms.supports(wanted))
    throw invalid(
      "Invalid channel, supported values are 'sms' or 'whatsapp', of which each needs a provider that carries it",
    );
  return wanted;
}

export interface SmsCode {
  /** The column of its token. */
  readonly token: 'confirmation_token' | 'phone_change_token' | 'reauthentication_token';
  readonly to: string;
  readonly channel: SmsChannel;
}

/** Draws a code; test numbers have fixed ones, which are not sent. @throws AuthError over_sms_send_rate_limit */
async function draw(auth: Auth, user: AuthUser, { token, to }: SmsCode) {
  auth.messageLimits.interval('sms', user[sentAtColumns[token]]);
  const testCode = auth.settings.sms.test_otp[to];
  const recipient = { address: to, isStranger: isStranger(user) };
  if (testCode === undefined) await auth.messageLimits.spend('sms', recipient);
  const { code, stored } = auth.oneTimeTokens.draw(to, false, testCode);
  return { code, stored, isSent: testCode === undefined };
}

/**
 * Sends a code to a telephone.
 * @param purpose for the log
 * @returns the provider's id of the message, if it gives one
 * @throws AuthError sms_send_failed
 */
export async function sendSms(
  { sms, log }: Auth,
  message: Omit<SmsMessage, 'text'>,
  template: string,
  purpose: string,
): Promise<string | undefined> {
  try {
    return (await sms.send(message, template)) || undefined;
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    log.warn({ reason: error.message, channel: message.channel, purpose }, 'sms failed');
    throw new AuthError('sms_send_failed');
  }
}

type Drawn = Awaited<ReturnType<typeof draw>>;

async function deliver(request: AuthRequest, user: AuthUser, message: SmsCode, { code, isSent }: Drawn) {
  if (!isSent) return undefined;
  const { to, channel, token } = message;
  const language = messageLanguage(request, user);
  return sendSms(request, { to, channel, language, code }, request.settings.sms.template, token);
}

/**
 * Sends a one-time code to a user's telephone, except to the test numbers of `[auth.sms.test_otp]`. The code is stored
 * first, so that concurrent requests respect the cooldown, and withdrawn if the message cannot be sent.
 * @returns the provider's id of the message, if it gives one
 * @throws AuthError over_sms_send_rate_limit, sms_send_failed
 */
export async function sendSmsCode(
  request: AuthRequest,
  user: AuthUser,
  message: SmsCode,
): Promise<string | undefined> {
  const { token } = message;
  const sentAt = sentAtColumns[token];
  const drawn = await draw(request, user, message);
  const now = new Date();
  const latest = new Date(now.getTime() - request.settings.sms.max_frequency);
  // The condition holds for the locked row: of requests at the same moment, to whichever process, one sends.
  const [former] = await request.db.query<{ token: string; sent_at: Date | null }>(
    `with former as (select ${token} as token, ${sentAt} as sent_at from auth.users
       where id = $1 and (${sentAt} is null or ${sentAt} <= $4) for update)
     update auth.users set ${token} = $2, ${sentAt} = $3, updated_at = now() from former where id = $1
     returning former.token, former.sent_at`,
    [user.id, drawn.stored, now, latest],
  );
  if (!former) throw new AuthError('over_sms_send_rate_limit');
  try {
    return await deliver(request, user, message, drawn);
  } catch (error) {
    await request.db.query(
      `update auth.users set ${token} = $3, ${sentAt} = $4 where id = $1 and ${token} = $2`,
      [user.id, drawn.stored, former.token, former.sent_at],
    );
    throw error;
  }
}

/**
 * Sends the code for a new number, before the change is saved.
 * @returns the columns to save with the change
 * @throws AuthError as `sendSmsCode`
 */
export async function sendPhoneChangeCode(
  request: AuthRequest,
  user: AuthUser,
  message: Omit<SmsCode, 'token'>,
): Promise<AuthUserValues> {
  const code = { ...message, token: 'phone_change_token' } as const;
  const drawn = await draw(request, user, code);
  await deliver(request, user, code, drawn);
  return { phone_change_token: drawn.stored, phone_change_sent_at: new Date() };
}
