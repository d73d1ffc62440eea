import type { AuthSettings } from '../../config/auth-settings.ts';
import type { RateStore } from '../../service/rate-store.ts';
import { counterOf, refundAll, takeAll, type Bucket } from './counters.ts';
import { AuthError } from '../errors.ts';

/** One attempt that was counted; `refund` takes it back when it turns out not to be what the limit is about. */
export interface Attempt {
  refund(): Promise<void>;
}

/** Somebody who is about to try a secret. */
export interface Guess {
  /** Owner of the secret: an address, or the id of an account or a factor. */
  readonly subject: string;
  readonly visitor: string | undefined;
  /** Whether the owner proved the same from this network before (`KnownNetworks`). */
  readonly isKnown: boolean;
}

/** What may be tried how often. A visitor is a network address as `visitorNetwork` gives it. */
export interface RateLimits {
  /** Sign-ups and changes of accounts. Throws AuthError over_request_rate_limit. */
  account(visitor: string | undefined): Promise<void>;
  /** Sign-ins at `/token`; those that succeed are refunded. Throws AuthError over_request_rate_limit. */
  token(visitor: string | undefined): Promise<Attempt>;
  /**
   * Unknown refresh tokens.
   * @throws AuthError over_request_rate_limit with status 503: on 429 clients give up their session
   */
  unknownRefreshToken(visitor: string | undefined): Promise<void>;
  /** Sign-ins with the right password, which `token` does not count. Throws AuthError over_request_rate_limit. */
  signIn(userId: string): Promise<void>;
  /** A password that is about to be tried on an account. Throws AuthError over_request_rate_limit. */
  password(guess: Guess): Promise<Attempt>;
  /** Codes and links that are tried. Throws AuthError over_request_rate_limit. */
  verification(visitor: string | undefined): Promise<void>;
  /** A one-time code that is about to be tried on an address. Throws AuthError over_request_rate_limit. */
  code(guess: Guess): Promise<Attempt>;
  /** Anonymous sign-ins. Throws AuthError over_request_rate_limit. */
  anonymous(visitor: string | undefined): Promise<void>;
  /** Challenges to sign in with a passkey. Throws AuthError over_request_rate_limit. */
  passkeyChallenge(visitor: string | undefined): Promise<void>;
  /** Challenges of second factors. Throws AuthError over_request_rate_limit. */
  factorChallenge(visitor: string | undefined): Promise<void>;
  /** A code that is about to be tried on a second factor. Throws AuthError over_request_rate_limit. */
  factorCode(guess: Guess): Promise<Attempt>;
}

const minute = 60_000;
const hour = 60 * minute;
/** The interval that the limits of `config.toml` are counted in, in milliseconds. */
const interval = 5 * minute;
/** Challenges, and codes tried, each minute from one address (wire §10). */
const factorRequests = 15;
/** Challenges to sign in with a passkey, each minute from one address: a whole fleet may start behind one. */
const passkeyChallenges = 60;

/** Counts an attempt in the first of several sets of buckets that has room. Throws AuthError over_request_rate_limit. */
async function attempt(...alternatives: readonly (readonly Bucket[])[]): Promise<Attempt> {
  let wait = Infinity;
  for (const places of alternatives) {
    const missing = await takeAll(places);
    wait = Math.min(wait, missing);
    if (missing > 0) continue;
    return { refund: () => refundAll(places) };
  }
  throw new AuthError('over_request_rate_limit', { retryAfter: Math.ceil(wait / 1000) });
}

/** Subscribers get up to 2^16 networks of IPv6 (/64); a /48 is the largest that one of them has. */
function subscriberOf(visitor: string): string {
  return visitor.includes(':') ? visitor.split(':').slice(0, 3).join(':') : visitor;
}

/** Wrong guesses on one secret. */
interface GuessRates {
  /** In milliseconds. */
  readonly span: number;
  /** From one network within `span`. */
  readonly perNetwork: number;
  /** From all networks together that the owner never used, within `span`. */
  readonly strangers: number;
  /** Per hour beyond those: from one network, and from all together. */
  readonly latePerNetwork: number;
  readonly late: number;
}

/**
 * Bounds the guesses on one secret without keeping its owner out. Networks where the owner was before have a bound of
 * their own only. All others share one; when strangers have used it up, each network still has a few guesses an hour,
 * so that the owner gets in from a new one, and those are bounded in all as well.
 */
function guessLimit(store: RateStore, name: string, rates: GuessRates): (guess: Guess) => Promise<Attempt> {
  const perNetwork = counterOf(store, name, rates.perNetwork, rates.span);
  const strangers = counterOf(store, `${name} anywhere`, rates.strangers, rates.span);
  const latePerNetwork = counterOf(store, `${name} late`, rates.latePerNetwork, hour);
  const late = counterOf(store, `${name} late anywhere`, rates.late, hour);
  return ({ subject, visitor = '', isKnown }) => {
    if (isKnown) return attempt([perNetwork(`known ${visitor} ${subject}`)]);
    const own = `${subscriberOf(visitor)} ${subject}`;
    const first = perNetwork(own);
    return attempt([first, strangers(subject)], [first, latePerNetwork(own), late(subject)]);
  };
}

/**
 * Passwords and one-time codes: with the defaults, strangers have 600 guesses an hour, and as many again with at most
 * three from each network. A code of six digits is good for an hour: an attacker with more than 200 networks, all
 * buckets full, has 1,850 guesses, which find it in 0.19 % of cases.
 */
function secretRates(wrongPasswords: number): GuessRates {
  const strangers = 5 * wrongPasswords;
  return {
    span: interval,
    perNetwork: wrongPasswords,
    strangers,
    latePerNetwork: 3,
    late: (strangers * hour) / interval,
  };
}

/**
 * Codes of one second factor. Three of a million codes are good at a time: an attacker who knows the password finds one
 * within a day in 0.11 % of cases from one network, and in 0.45 % from twenty or more (60 guesses an hour in all).
 */
const factorRates: GuessRates = { span: hour, perNetwork: 15, strangers: 15, latePerNetwork: 3, late: 45 };

/**
 * The limits of `[auth.rate_limit]`. Where there is no network address (a request within the process) only the limits
 * of accounts hold.
 */
export function createRateLimits(settings: AuthSettings['rate_limit'], store: RateStore): RateLimits {
  const count = (name: string, limit: number, span = interval) => {
    const counter = counterOf(store, name, limit, span);
    return (visitor: string | undefined): Promise<Attempt> =>
      attempt(visitor === undefined ? [] : [counter(visitor)]);
  };
  const unknownTokens = count('unknown token', settings.token_refresh);
  const factorCodes = count('factor code', factorRequests, minute);
  const codesOfFactor = guessLimit(store, 'code of factor', factorRates);
  const only = (limit: (visitor: string | undefined) => Promise<Attempt>) => async (visitor?: string) => {
    await limit(visitor);
  };
  return {
    account: only(count('account', settings.sign_in_sign_ups)),
    token: count('token', settings.token_refresh),
    signIn: only(count('sign-in', settings.token_refresh)),
    unknownRefreshToken: async (visitor) => {
      await unknownTokens(visitor).catch((error: AuthError) => {
        throw new AuthError(error.code, { ...error.details, status: 503 });
      });
    },
    password: guessLimit(store, 'password', secretRates(settings.wrong_passwords)),
    verification: only(count('verification', settings.token_verifications)),
    code: guessLimit(store, 'code', secretRates(settings.wrong_passwords)),
    anonymous: only(count('anonymous', settings.anonymous_users, hour)),
    passkeyChallenge: only(count('passkey challenge', passkeyChallenges, minute)),
    factorChallenge: only(count('challenge', factorRequests, minute)),
    async factorCode(guess) {
      const request = await factorCodes(guess.visitor);
      const tried = await codesOfFactor(guess);
      return {
        async refund() {
          await request.refund();
          await tried.refund();
        },
      };
    },
  };
}
