import { randomInt } from 'node:crypto';
import type { Language } from '../../messages/languages.ts';
import { SmsError, type SmsChannel } from '../../messages/sms/provider.ts';
import { sameText } from '../../util/same-text.ts';
import { AuthError } from '../errors.ts';
import type { Factor } from './factors.ts';
import type { Auth } from '../services.ts';

interface FactorDelivery {
  readonly channel: SmsChannel;
  readonly language: Language;
}

/**
 * Enforces the cooldown between messages.
 * @param secondsSince the previous message; null when there was none
 * @throws AuthError over_sms_send_rate_limit
 */
export function checkFrequency(auth: Auth, secondsSince: number | null): void {
  const remaining = auth.settings.mfa.phone.max_frequency / 1000 - (secondsSince ?? Infinity);
  if (remaining <= 0) return;
  const seconds = Math.ceil(remaining);
  throw new AuthError('over_sms_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfter: seconds,
  });
}

export function drawFactorCode({ settings }: Auth): string {
  const digits = settings.mfa.phone.otp_length;
  return String(randomInt(10 ** digits)).padStart(digits, '0');
}

/**
 * Sends a code to the telephone of a factor.
 * @throws AuthError sms_send_failed
 */
export async function sendFactorCode(
  auth: Auth,
  { phone }: Factor,
  code: string,
  delivery: FactorDelivery,
): Promise<void> {
  try {
    await auth.sms.send({ to: phone ?? '', code, ...delivery }, auth.settings.mfa.phone.template);
  } catch (error) {
    if (!(error instanceof SmsError)) throw error;
    auth.log.warn({ reason: error.message, ...delivery }, 'sms failed: code of a second factor');
    throw new AuthError('sms_send_failed');
  }
}

export function isSameCode(expected: string | undefined, given: string): boolean {
  return expected !== undefined && expected !== '' && sameText(expected, given);
}
