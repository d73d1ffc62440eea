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
}

/** The interval that the limits of `config.toml` are counted in, in milliseconds. */
const interval = 5 * 60_000;
/** Beyond that the bucket that was not used for longest is forgotten: memory stays bounded. */
const maxBuckets = 50_000;
/** Many networks together may try more passwords on one account than one network may, but not without end. */
const networksPerAccount = 5;

interface Bucket {
  tokens: number;
  updatedAt: number;
}

/** Token buckets by key: `limit` at once, refilled evenly so that `limit` come back in each interval. */
function createBuckets(limit: number, now: () => number) {
  const buckets = new Map<string, Bucket>();

  function current(key: string): Bucket {
    const time = now();
    const known = buckets.get(key);
    const gained = known ? ((time - known.updatedAt) / interval) * limit : limit;
    const bucket = { tokens: Math.min(limit, (known?.tokens ?? 0) + gained), updatedAt: time };
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > maxBuckets) buckets.delete(buckets.keys().next().value ?? '');
    return bucket;
  }

  return (key: string): Attempt => {
    const bucket = current(key);
    if (bucket.tokens < 1) {
      const retryAfter = Math.ceil(((1 - bucket.tokens) * interval) / limit / 1000);
      throw new AuthError('over_request_rate_limit', { retryAfter });
    }
    bucket.tokens -= 1;
    return {
      refund() {
        const later = current(key);
        later.tokens = Math.min(limit, later.tokens + 1);
      },
    };
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
  const passwordsAnywhere = createBuckets(settings.wrong_passwords * networksPerAccount, now);
  return {
    account(visitor) {
      if (visitor !== undefined) accounts(visitor);
    },
    token: (visitor) => (visitor === undefined ? notCounted : tokens(visitor)),
    password(account, visitor = '') {
      const here = passwords(`${visitor} ${account}`);
      const anywhere = passwordsAnywhere(account);
      return {
        refund() {
          here.refund();
          anywhere.refund();
        },
      };
    },
  };
}
