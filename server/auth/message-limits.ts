import type { AuthSettings } from '../config/auth-settings.ts';
import { AuthError, type ErrorCode } from './errors.ts';
import type { RateStore } from '../http/rate-store.ts';

type Medium = 'email' | 'sms';

/** How many messages are sent, and how often to the same address. */
export interface MessageLimits {
  /**
   * Counts a request for a message to an address, whether or not anybody has it: the answer must not tell.
   * @param purpose what the message is for; requests for other things are counted apart
   * @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit
   */
  request(medium: Medium, purpose: string, address: string): void;
  /**
   * Refuses a message that follows too soon on the one before.
   * @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit
   */
  interval(medium: Medium, sentAt: Date | null): void;
  isTooSoon(medium: Medium, sentAt: Date | null): boolean;
  /**
   * Counts a message that is about to be sent.
   * @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit
   */
  spend(medium: Medium): Promise<void>;
  /** Refuses requests while no message could be sent at all. Throws as `spend`, without counting. */
  check(medium: Medium): Promise<void>;
}

const hour = 3_600_000;
const maxAddresses = 50_000;
const codes: Readonly<Record<Medium, ErrorCode>> = {
  email: 'over_email_send_rate_limit',
  sms: 'over_sms_send_rate_limit',
};

/**
 * @param counted where the total is limited: a mail server or a provider of messages is configured
 * @param now the time in milliseconds
 */
export function createMessageLimits(
  settings: Pick<AuthSettings, 'email' | 'sms' | 'rate_limit'>,
  counted: { readonly mail: boolean; readonly sms: boolean },
  store: RateStore,
  now = Date.now,
): MessageLimits {
  const frequency = { email: settings.email.max_frequency, sms: settings.sms.max_frequency };
  const totals = {
    email: counted.mail
      ? store.buckets('mails', { limit: settings.rate_limit.email_sent, span: hour })
      : undefined,
    sms: counted.sms
      ? store.buckets('messages', { limit: settings.rate_limit.sms_sent, span: hour })
      : undefined,
  };
  const requested = new Map<string, number>();

  const remaining = (medium: Medium, sentAt: number): number => sentAt + frequency[medium] - now();
  function refuse(medium: Medium, milliseconds: number): void {
    if (milliseconds <= 0) return;
    const seconds = Math.ceil(milliseconds / 1000);
    throw new AuthError(codes[medium], {
      message: `For security purposes, you can only request this after ${seconds} seconds.`,
      retryAfter: seconds,
    });
  }
  async function spend(medium: Medium): Promise<void> {
    const missing = (await totals[medium]?.take('')) ?? 0;
    if (missing > 0) throw new AuthError(codes[medium], { retryAfter: Math.ceil(missing / 1000) });
  }

  return {
    request(medium, purpose, address) {
      const key = `${purpose} ${address}`;
      refuse(medium, remaining(medium, requested.get(key) ?? 0));
      requested.delete(key);
      requested.set(key, now());
      if (requested.size > maxAddresses) requested.delete(requested.keys().next().value ?? '');
    },
    interval(medium, sentAt) {
      if (sentAt) refuse(medium, remaining(medium, sentAt.getTime()));
    },
    isTooSoon: (medium, sentAt) => sentAt !== null && remaining(medium, sentAt.getTime()) > 0,
    spend,
    async check(medium) {
      await spend(medium);
      await totals[medium]?.refund('');
    },
  };
}
