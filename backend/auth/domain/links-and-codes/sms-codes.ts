import { SmsError, smsChannels, type SmsChannel, type SmsMessage } from '../../../messages/sms/provider.ts';
import { AuthError, invalid } from '../../errors.ts';
import { messageLanguage, type LanguageSource } from '../accounts/language.ts';
import type { Auth } from '../../context.ts';
import { sentAtColumns, type AuthUser, type AuthUserValues } from '../../store/users.ts';
import { isStranger } from './mailed-links.ts';

/** The needs of sending a code to a telephone. */
export type CodeSender = LanguageSource &
  Pick<Auth, 'db' | 'log' | 'messageLimits' | 'oneTimeTokens' | 'settings' | 'sms'>;

/** The channel that a body names, `sms` by default. @throws AuthError validation_failed */
export function readChannel(auth: Pick<Auth, 'sms'>, channel: string): SmsChannel {
  const wanted = smsChannels.find((each) => each === (channel || 'sms'));
  if (!wanted || !auth.sms.supports(wanted))
    throw invalid(
      "Invalid channel, supported values are 'sms' or 'whatsapp', of which each needs a provider that carries it",
    );
  return wanted;
}

export interface SmsCode {
  readonly token: 'confirmation_token' | 'phone_change_token' | 'reauthentication_token';
  readonly to: string;
  readonly channel: SmsChannel;
}

/** Draws a code; test numbers have fixed ones, which are not sent. @throws AuthError over_sms_send_rate_limit */
async function draw(
  auth: Pick<Auth, 'messageLimits' | 'oneTimeTokens' | 'settings'>,
  user: AuthUser,
  { token, to }: SmsCode,
) {
  auth.messageLimits.interval('sms', user[sentAtColumns[token]]);
  const testCode = auth.settings.sms.test_otp[to];
  const recipient = { address: to, isStranger: isStranger(user) };
  if (testCode === undefined) await auth.messageLimits.spend('sms', recipient);
  const { code, stored } = auth.oneTimeTokens.draw(to, 'session', testCode);
  return { code, stored, isSent: testCode === undefined };
}

/**
 * Sends a code to a telephone.
 * @param purpose for the log
 * @returns the provider's id of the message, if it gives one
 * @throws AuthError sms_send_failed
 */
export async function sendSms(
  { sms, log }: Pick<Auth, 'log' | 'sms'>,
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

async function deliver(
  request: LanguageSource & Pick<Auth, 'log' | 'settings' | 'sms'>,
  user: AuthUser,
  message: SmsCode,
  { code, isSent }: Drawn,
) {
  if (!isSent) return undefined;
  const { to, channel, token } = message;
  const language = messageLanguage(request, user);
  return sendSms(request, { to, channel, language, code }, request.settings.sms.template, token);
}

interface FormerCode {
  readonly token: string;
  readonly sent_at: Date | null;
  readonly phone_change: string;
}

/**
 * Stores a code, and the new number that it is for. One of several concurrent requests does,
 * whichever process they reach: the condition holds for the locked row.
 * @returns what it replaced
 * @throws AuthError over_sms_send_rate_limit
 */
async function store(
  { db, settings }: Pick<Auth, 'db' | 'settings'>,
  user: AuthUser,
  { token, to }: SmsCode,
  stored: string,
  sentAt: Date,
): Promise<FormerCode> {
  const at = sentAtColumns[token];
  const latest = new Date(sentAt.getTime() - settings.sms.max_frequency);
  const newNumber = token === 'phone_change_token' ? to : null;
  const [former] = await db.query<FormerCode>(
    `with former as (select ${token} as token, ${at} as sent_at, phone_change from auth.users
       where id = $1 and (${at} is null or ${at} <= $4) for update)
     update auth.users set ${token} = $2, ${at} = $3, phone_change = coalesce($5, former.phone_change), updated_at = now()
     from former where id = $1 returning former.token, former.sent_at, former.phone_change`,
    [user.id, stored, sentAt, latest, newNumber],
  );
  if (!former) throw new AuthError('over_sms_send_rate_limit');
  return former;
}

/** Undoes `store`, unless another code has replaced this one. */
async function withdraw(
  { db }: Pick<Auth, 'db'>,
  user: AuthUser,
  { token }: SmsCode,
  stored: string,
  former: FormerCode,
) {
  await db.query(
    `update auth.users set ${token} = $3, ${sentAtColumns[token]} = $4, phone_change = $5 where id = $1 and ${token} = $2`,
    [user.id, stored, former.token, former.sent_at, former.phone_change],
  );
}

async function storeAndSend(request: CodeSender, user: AuthUser, message: SmsCode) {
  const drawn = await draw(request, user, message);
  const sentAt = new Date();
  const former = await store(request, user, message, drawn.stored, sentAt);
  try {
    return { id: await deliver(request, user, message, drawn), stored: drawn.stored, sentAt };
  } catch (error) {
    await withdraw(request, user, message, drawn.stored, former);
    throw error;
  }
}

/**
 * Sends a one-time code to a user's telephone, except to the test numbers of `[auth.sms.test_otp]`. The code is stored
 * first, so that concurrent requests respect the cooldown, and withdrawn if the message cannot be sent.
 * @returns the provider's id of the message, if it gives one
 * @throws AuthError over_sms_send_rate_limit, sms_send_failed
 */
export async function sendSmsCode(
  request: CodeSender,
  user: AuthUser,
  message: SmsCode,
): Promise<string | undefined> {
  return (await storeAndSend(request, user, message)).id;
}

/**
 * Stores a new number, which waits for its code, and sends the code; withdraws both if the message cannot be sent.
 * @returns the columns of the code: a new password, which ends all codes, has to keep this one
 * @throws AuthError as `sendSmsCode`
 */
export async function sendPhoneChangeCode(
  request: CodeSender,
  user: AuthUser,
  message: Omit<SmsCode, 'token'>,
): Promise<AuthUserValues> {
  const code = { ...message, token: 'phone_change_token' } as const;
  const { stored, sentAt } = await storeAndSend(request, user, code);
  return { phone_change_token: stored, phone_change_sent_at: sentAt };
}
