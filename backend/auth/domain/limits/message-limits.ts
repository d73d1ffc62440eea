import type { AuthSettings } from '../../../config/auth-settings.ts';
import { subscriberOf } from '../../../http/client-address.ts';
import type { RateStore } from '../../../service/rate-store.ts';
import type { CountedAttempt } from './rate-limits.ts';
import { counterOf, refundAll, takeAll, type KeyedBucket } from './counters.ts';
import { AuthError, type AuthErrorCode } from '../../errors.ts';

type Medium = 'email' | 'sms';

export interface Recipient {
  readonly address: string;
  /** The address is unproved: anybody may have requested the message. */
  readonly isStranger: boolean;
}

/** The mailbox of an address: most servers deliver `a+b@…` to `a@…`. A telephone number is its own. */
function mailboxOf(address: string): string {
  const text = address.toLowerCase();
  const [plus, at] = [text.indexOf('+', 1), text.indexOf('@')];
  return plus !== -1 && plus < at ? text.slice(0, plus) + text.slice(at) : text;
}

const hourMs = 3_600_000;
/** The clocks of the server and of its database differ a little. */
const clockToleranceMs = 60_000;
/** Shares of the hourly messages: for the requests of one subscriber's network, and for strangers. The rest is reserved for owners
 * who forgot their password. */
const networkShare = 0.1;
const strangersShare = 0.5;
/** Messages to one mailbox within an hour. */
const perAddress = 5;
/** Even with a low hourly limit, a network may request one message and correct a mistake. */
const minShare = 2;
const codes: Readonly<Record<Medium, AuthErrorCode>> = {
  email: 'over_email_send_rate_limit',
  sms: 'over_sms_send_rate_limit',
};

/** Enforces the rest of a cooldown. @throws AuthError over_email_send_rate_limit, over_sms_send_rate_limit */
export function checkCooldown(medium: Medium, milliseconds: number): void {
  if (milliseconds <= 0) return;
  const seconds = Math.ceil(milliseconds / 1000);
  throw new AuthError(codes[medium], {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    retryAfterSeconds: seconds,
  });
}

/** The rest of a cooldown. A message of a time to come was sent while the clock was ahead. */
function remainingMs(sentAt: number, cooldownMs: number, now: number): number {
  return sentAt > now + clockToleranceMs ? 0 : sentAt + cooldownMs - now;
}

/** The total, and the share of strangers for one of them. */
function totals({ all, strangers }: ReturnType<typeof hourlyCounters>, isStranger: boolean) {
  return [...(isStranger ? [strangers('')] : []), all('')];
}

async function take(medium: Medium, places: readonly KeyedBucket[]): Promise<void> {
  const missing = await takeAll(places);
  if (missing > 0) throw new AuthError(codes[medium], { retryAfterSeconds: Math.ceil(missing / 1000) });
}

function hourlyCounters(store: RateStore, name: string, limit: number) {
  const part = (share: number): number => Math.max(minShare, Math.floor(limit * share));
  return {
    all: counterOf(store, name, limit, hourMs),
    strangers: counterOf(store, `${name} to strangers`, part(strangersShare), hourMs),
    network: counterOf(store, `${name} of a network`, part(networkShare), hourMs),
    address: counterOf(store, `${name} to an address`, perAddress, hourMs),
  };
}

function placesOf(
  of: ReturnType<typeof hourlyCounters>,
  { address, isStranger }: Recipient,
  network: string | undefined,
): readonly KeyedBucket[] {
  return [
    of.address(mailboxOf(address)),
    ...(network === undefined ? [] : [of.network(network)]),
    ...totals(of, isStranger),
  ];
}

/**
 * Limits the number of messages, and their frequency to one address. All throw AuthError over_email_send_rate_limit or
 * over_sms_send_rate_limit.
 * @param counted the media with a limited total: those with a configured mail server or SMS provider
 * @param now the time in milliseconds
 */
export function createMessageLimits(
  settings: Pick<AuthSettings, 'email' | 'sms' | 'rate_limit'>,
  counted: { readonly mail: boolean; readonly sms: boolean },
  store: RateStore,
  now = Date.now,
) {
  const { email_sent: mails, sms_sent: messages } = settings.rate_limit;
  const counters = {
    email: counted.mail ? hourlyCounters(store, 'mails', mails) : undefined,
    sms: counted.sms ? hourlyCounters(store, 'messages', messages) : undefined,
  };
  const cooldownOf = (medium: Medium) =>
    counterOf(store, `requests of ${medium}`, 1, settings[medium].max_frequency);
  const cooldowns = { email: cooldownOf('email'), sms: cooldownOf('sms') };
  const remaining = (medium: Medium, sentAt: number): number =>
    remainingMs(sentAt, settings[medium].max_frequency, now());

  return {
    /**
     * Counts a request for a message to an address, with or without an account: the response must not reveal it. Requests
     * for different purposes count separately. One of several concurrent requests passes, whichever process they reach.
     */
    async request(medium: Medium, purpose: string, address: string): Promise<void> {
      if (settings[medium].max_frequency <= 0) return;
      checkCooldown(medium, await takeAll([cooldowns[medium](`${purpose} ${address}`)]));
    },
    /** Enforces the cooldown after the previous message. */
    interval(medium: Medium, sentAt: Date | null): void {
      if (sentAt) checkCooldown(medium, remaining(medium, sentAt.getTime()));
    },
    isTooSoon: (medium: Medium, sentAt: Date | null): boolean =>
      sentAt !== null && remaining(medium, sentAt.getTime()) > 0,
    /**
     * Counts a message that is about to be sent. Call `refund` if it could not be sent.
     * @param network of a stranger whose request was not counted by `check`
     */
    async spend(medium: Medium, recipient: Recipient, network?: string): Promise<CountedAttempt> {
      const of = counters[medium];
      const places = of ? placesOf(of, recipient, network) : [];
      await take(medium, places);
      return { refund: () => refundAll(places) };
    },
    /**
     * Counts a request against the share of its network, even if no message follows, and rejects it while no message
     * could be sent at all.
     * @param network undefined for requests of administrators and those within the process
     * @param isStranger whether the message certainly goes to a stranger
     */
    async check(medium: Medium, network: string | undefined, isStranger = false): Promise<void> {
      const of = counters[medium];
      if (!of) return;
      const needed = totals(of, isStranger);
      await take(medium, needed);
      await refundAll(needed);
      // A /48 has no more than an address: the hour's mails are few, and shared by all.
      if (network !== undefined) await take(medium, [of.network(subscriberOf(network))]);
    },
  };
}
