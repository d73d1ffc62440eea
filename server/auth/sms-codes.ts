import type { Language } from '../../shared/languages.ts';
import { SmsError, smsChannels, type SmsChannel } from '../sms/provider.ts';
import { AuthError, invalid } from './errors.ts';
import type { Auth } from './services.ts';
import { updateUser, type UserRow } from './users.ts';

/** The codes that go to a telephone: where the token is kept. */
const kinds = {
  confirmation: { token: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { token: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { token: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const;

/**
 * The channel of a request, `sms` by default.
 * @throws AuthError validation_failed
 */
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
  readonly language: Language;
}

/**
 * Sends a one-time code to a user's telephone. For the test numbers of `[auth.sms.test_otp]` nothing is sent.
 * @returns the provider's id of the message; undefined without one
 * @throws AuthError over_sms_send_rate_limit, sms_send_failed
 */
export async function sendSmsCode(auth: Auth, user: UserRow, message: SmsCode): Promise<string | undefined> {
  const { token, sentAt } = kinds[message.kind];
  const { to, channel, language } = message;
  auth.messageLimits.interval('sms', user[sentAt]);
  const testCode = auth.settings.sms.test_otp[to];
  const recipient = { address: to, isStranger: user.confirmed_at === null };
  if (testCode === undefined) await auth.messageLimits.spend('sms', recipient);
  const { code, stored } = auth.oneTimeTokens.draw(to, false, testCode);
  await updateUser(auth.db, user.id, { [token]: stored, [sentAt]: new Date() });
  if (testCode !== undefined) return undefined;
  try {
    const id = await auth.sms.send({ to, channel, language, code }, auth.settings.sms.template);
    return id || undefined;
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    auth.log.warn({ reason: error.message, channel }, 'a message to a telephone could not be sent');
    throw new AuthError('sms_send_failed');
  }
}
