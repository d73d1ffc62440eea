import { SmsError, smsChannels, type SmsChannel } from '../../messages/sms/provider.ts';
import { AuthError, invalid } from '../errors.ts';
import { messageLanguage } from '../language.ts';
import type { AuthRequest } from '../request.ts';
import type { Auth } from '../services.ts';
import type { AuthUser, AuthUserValues } from '../accounts/users.ts';

/** The kinds of codes, and the columns of their token. */
const kinds = {
  confirmation: { token: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { token: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { token: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const;

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
  readonly kind: keyof typeof kinds;
  readonly to: string;
  readonly channel: SmsChannel;
}

interface Drawn {
  readonly code: string;
  readonly stored: string;
  /** False for test numbers, which have fixed codes. */
  readonly isSent: boolean;
}

/** @throws AuthError over_sms_send_rate_limit */
async function draw(auth: Auth, user: AuthUser, { kind, to }: SmsCode): Promise<Drawn> {
  auth.messageLimits.interval('sms', user[kinds[kind].sentAt]);
  const testCode = auth.settings.sms.test_otp[to];
  const recipient = { address: to, isStranger: user.confirmed_at === null };
  if (testCode === undefined) await auth.messageLimits.spend('sms', recipient);
  const { code, stored } = auth.oneTimeTokens.draw(to, false, testCode);
  return { code, stored, isSent: testCode === undefined };
}

/** @throws AuthError sms_send_failed */
async function deliver(
  request: AuthRequest,
  user: AuthUser,
  { to, channel }: SmsCode,
  { code, isSent }: Drawn,
) {
  if (!isSent) return undefined;
  const { settings, sms, log } = request;
  const language = messageLanguage(request, user);
  try {
    const id = await sms.send({ to, channel, language, code }, settings.sms.template);
    return id || undefined;
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    log.warn({ reason: error.message, channel }, 'sms failed');
    throw new AuthError('sms_send_failed');
  }
}

interface Former {
  readonly token: string;
  readonly sent_at: Date | null;
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
  const { token, sentAt } = kinds[message.kind];
  const drawn = await draw(request, user, message);
  const [former] = await request.db.query<Former>(
    `with former as (select ${token} as token, ${sentAt} as sent_at from auth.users where id = $1 for update)
     update auth.users set ${token} = $2, ${sentAt} = $3, updated_at = now() from former where id = $1
     returning former.token, former.sent_at`,
    [user.id, drawn.stored, new Date()],
  );
  try {
    return await deliver(request, user, message, drawn);
  } catch (error) {
    await request.db.query(
      `update auth.users set ${token} = $3, ${sentAt} = $4 where id = $1 and ${token} = $2`,
      [user.id, drawn.stored, former?.token ?? '', former?.sent_at ?? null],
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
  message: Omit<SmsCode, 'kind'>,
): Promise<AuthUserValues> {
  const code = { ...message, kind: 'phone_change' } as const;
  const drawn = await draw(request, user, code);
  await deliver(request, user, code, drawn);
  return { phone_change_token: drawn.stored, phone_change_sent_at: new Date() };
}
