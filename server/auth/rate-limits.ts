import type { AuthSettings } from '../config/auth-settings.ts';
import { AuthError } from './errors.ts';

/** One attempt that was counted; `refund` takes it back when it turns out not to be what the limit is about. */
export interface Attempt {
  refund(): void;
}

/** The limits of one server process. A visitor is a network address as `visitorNetwork` gives it. */
export interface RateLimits {
  /** Sign-ups and changes of accounts. Throws AuthError over_request_rate_limit. */
  account(visitor: string | undefined): void;
  /** Requests of `/token`. Throws AuthError over_request_rate_limit. */
  token(visitor: string | undefined): Attempt;
  /** A password that is about to be tried on an account. Throws AuthError over_request_rate_limit. */
  password(account: string, visitor: string | undefined): Attempt;
  /** Codes and links that are tried. Throws AuthError over_request_rate_limit. */
  verification(visitor: string | undefined): void;
  /** A one-time code that is about to be tried on an address. Throws AuthError over_request_rate_limit. */
  code(address: string, visitor: string | undefined): Attempt;
  /** Anonymous sign-ins. Throws AuthError over_request_rate_limit. */
  anonymous(visitor: string | undefined): void;
  /** Challenges of second factors. Throws AuthError over_request_rate_limit. */
  factorChallenge(visitor: string | undefined): void;
  /** A code that is about to be tried on a second factor. Throws AuthError over_request_rate_limit. */
  factorCode(factorId: string, visitor: string | undefined): Attempt;
}

/** The interval that the limits of `config.toml` are counted in, in milliseconds. */
const interval = 5 * 60_000;
/** Beyond that the bucket that was not used for longest is forgotten: memory stays bounded. */
const maxBuckets = 50_000;
/** Many networks together may try more passwords on one account than one network may, but not without end. */
const networksPerAccount = 5;
/** Challenges, and codes tried, each minute from one address (wire §10). */
const factorRequests = 15;
const minute = 60_000;
/** Wrong codes on one factor each hour. Three codes are good at a time: a day of guessing finds one in 0.1 % of cases. */
const wrongCodes = 15;
const hour = 60 * minute;

/**
 * Buckets by key: `limit` at once, refilled evenly so that `limit` come back in each `span`. A bucket is kept as the
 * time at which it will be full again (the generic cell rate algorithm). Times are in whole milliseconds.
 */
export function createBuckets(limit: number, now: () => number, span = interval) {
  const fullAt = new Map<string, number>();
  const price = Math.floor(span / limit);

  function spend(key: string, cost: number): void {
    const time = Math.max(fullAt.get(key) ?? 0, now());
    fullAt.delete(key);
    fullAt.set(key, time + cost);
    if (fullAt.size > maxBuckets) fullAt.delete(fullAt.keys().next().value ?? '');
  }

  return (key: string): Attempt => {
    const missing = (fullAt.get(key) ?? 0) + price - span - now();
    if (missing > 0)
      throw new AuthError('over_request_rate_limit', { retryAfter: Math.ceil(missing / 1000) });
    spend(key, price);
    return { refund: () => spend(key, -price) };
  };
}

const notCounted: Attempt = { refund() {} };

/**
 * The limits of `[auth.rate_limit]`. Where there is no network address (a request within the process) only the limits
 * of accounts hold. Tried passwords are counted by account and network, so that whoever guesses from elsewhere does
 * not lock the owner out, and by account alone as a second, wider bound.
 * @param now the time in milliseconds
 */
export function createRateLimits(settings: AuthSettings['rate_limit'], now = Date.now): RateLimits {
  const accounts = createBuckets(settings.sign_in_sign_ups, now);
  const tokens = createBuckets(settings.token_refresh, now);
  const passwords = createBuckets(settings.wrong_passwords, now);
  const challenges = createBuckets(factorRequests, now, minute);
  const codes = createBuckets(factorRequests, now, minute);
  const codesOfFactor = createBuckets(wrongCodes, now, hour);
  const passwordsAnywhere = createBuckets(settings.wrong_passwords * networksPerAccount, now);
  const verifications = createBuckets(settings.token_verifications, now);
  const anonymousUsers = createBuckets(settings.anonymous_users, now, hour);
  const secret = (account: string, visitor: string): Attempt => {
    const here = passwords(`${visitor} ${account}`);
    const anywhere = passwordsAnywhere(account);
    return {
      refund() {
        here.refund();
        anywhere.refund();
      },
    };
  };
  return {
    account(visitor) {
      if (visitor !== undefined) accounts(visitor);
    },
    token: (visitor) => (visitor === undefined ? notCounted : tokens(visitor)),
    password: (account, visitor = '') => secret(account, visitor),
    verification(visitor) {
      if (visitor !== undefined) verifications(visitor);
    },
    code: (address, visitor = '') => secret(`code ${address}`, visitor),
    anonymous(visitor) {
      if (visitor !== undefined) anonymousUsers(visitor);
    },
    factorChallenge(visitor) {
      if (visitor !== undefined) challenges(visitor);
    },
    factorCode(factorId, visitor) {
      const here = visitor === undefined ? notCounted : codes(visitor);
      const there = codesOfFactor(factorId);
      return {
        refund() {
          here.refund();
          there.refund();
        },
      };
    },
  };
}
