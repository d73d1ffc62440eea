import type { AuthSettings } from '../config/auth-settings.ts';
import type { RateStore } from '../http/rate-store.ts';
import { AuthError } from './errors.ts';

/** One attempt that was counted; `refund` takes it back when it turns out not to be what the limit is about. */
export interface Attempt {
  refund(): Promise<void>;
}

/** What may be tried how often. A visitor is a network address as `visitorNetwork` gives it. */
export interface RateLimits {
  /** Sign-ups and changes of accounts. Throws AuthError over_request_rate_limit. */
  account(visitor: string | undefined): Promise<void>;
  /** Sign-ins at `/token`; those that succeed are refunded. Throws AuthError over_request_rate_limit. */
  token(visitor: string | undefined): Promise<Attempt>;
  /**
   * Refresh tokens that nobody has.
   * @throws AuthError over_request_rate_limit with status 503: on 429 clients give up their session
   */
  unknownRefreshToken(visitor: string | undefined): Promise<void>;
  /** A password that is about to be tried on an account. Throws AuthError over_request_rate_limit. */
  password(account: string, visitor: string | undefined): Promise<Attempt>;
  /** Codes and links that are tried. Throws AuthError over_request_rate_limit. */
  verification(visitor: string | undefined): Promise<void>;
  /** A one-time code that is about to be tried on an address. Throws AuthError over_request_rate_limit. */
  code(address: string, visitor: string | undefined): Promise<Attempt>;
  /** Anonymous sign-ins. Throws AuthError over_request_rate_limit. */
  anonymous(visitor: string | undefined): Promise<void>;
  /** Challenges of second factors. Throws AuthError over_request_rate_limit. */
  factorChallenge(visitor: string | undefined): Promise<void>;
  /** A code that is about to be tried on a second factor. Throws AuthError over_request_rate_limit. */
  factorCode(factorId: string, visitor: string | undefined): Promise<Attempt>;
}

/** The interval that the limits of `config.toml` are counted in, in milliseconds. */
const interval = 5 * 60_000;
/** Many networks together may try more passwords on one account than one network may, but not without end. */
const networksPerAccount = 5;
/** Challenges, and codes tried, each minute from one address (wire §10). */
const factorRequests = 15;
const minute = 60_000;
/** Wrong codes on one factor each hour. Three codes are good at a time: a day of guessing finds one in 0.1 % of cases. */
const wrongCodes = 15;
const hour = 60 * minute;

const notCounted: Attempt = { async refund() {} };

/** Counts by key at one rate. Throws AuthError over_request_rate_limit. */
type Limit = (key: string) => Promise<Attempt>;

function limitOf(store: RateStore, name: string, limit: number, span = interval): Limit {
  const buckets = store.buckets(name, { limit, span });
  return async (key) => {
    const missing = await buckets.take(key);
    if (missing > 0)
      throw new AuthError('over_request_rate_limit', { retryAfter: Math.ceil(missing / 1000) });
    return { refund: async () => buckets.refund(key) };
  };
}

/** Both count, the second only when the first has room. */
async function both(first: Promise<Attempt>, second: () => Promise<Attempt>): Promise<Attempt> {
  const attempts = [await first, await second()];
  return {
    async refund() {
      for (const attempt of attempts) await attempt.refund();
    },
  };
}

/**
 * The limits of `[auth.rate_limit]`. Where there is no network address (a request within the process) only the limits
 * of accounts hold. Tried passwords are counted by account and network, so that whoever guesses from elsewhere does
 * not lock the owner out, and by account alone as a second, wider bound.
 */
export function createRateLimits(settings: AuthSettings['rate_limit'], store: RateStore): RateLimits {
  const accounts = limitOf(store, 'account', settings.sign_in_sign_ups);
  const tokens = limitOf(store, 'token', settings.token_refresh);
  const unknownTokens = limitOf(store, 'unknown token', settings.token_refresh);
  const passwords = limitOf(store, 'password', settings.wrong_passwords);
  const passwordsAnywhere = limitOf(
    store,
    'password anywhere',
    settings.wrong_passwords * networksPerAccount,
  );
  const challenges = limitOf(store, 'challenge', factorRequests, minute);
  const codes = limitOf(store, 'factor code', factorRequests, minute);
  const codesOfFactor = limitOf(store, 'code of factor', wrongCodes, hour);
  const verifications = limitOf(store, 'verification', settings.token_verifications);
  const anonymousUsers = limitOf(store, 'anonymous', settings.anonymous_users, hour);
  const secret = (account: string, visitor: string): Promise<Attempt> =>
    both(passwords(`${visitor} ${account}`), () => passwordsAnywhere(account));
  const byVisitor = (limit: Limit) => async (visitor: string | undefined) => {
    if (visitor !== undefined) await limit(visitor);
  };
  return {
    account: byVisitor(accounts),
    token: async (visitor) => (visitor === undefined ? notCounted : tokens(visitor)),
    unknownRefreshToken: byVisitor((visitor) =>
      unknownTokens(visitor).catch((error: AuthError) => {
        throw new AuthError(error.code, { ...error.details, status: 503 });
      }),
    ),
    password: (account, visitor = '') => secret(account, visitor),
    verification: byVisitor(verifications),
    code: (address, visitor = '') => secret(`code ${address}`, visitor),
    anonymous: byVisitor(anonymousUsers),
    factorChallenge: byVisitor(challenges),
    factorCode: (factorId, visitor) =>
      both(visitor === undefined ? Promise.resolve(notCounted) : codes(visitor), () =>
        codesOfFactor(factorId),
      ),
  };
}
