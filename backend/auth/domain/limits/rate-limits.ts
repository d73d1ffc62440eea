import type { AuthSettings } from '../../../config/auth-settings.ts';
import { subscriberOf } from '../../../http/client-address.ts';
import type { RateStore } from '../../../service/rate-store.ts';
import { counterOf, ofNetworks, refundAll, takeAll, type KeyedBucket } from './counters.ts';
import { AuthError } from '../../errors.ts';

/** A counted attempt. `refund` takes it back, when it succeeded or failed for another reason. */
export interface CountedAttempt {
  refund(): Promise<void>;
}

/** An attempt at a secret. */
interface Guess {
  /** Owner of the secret: an address, or the id of an account or a factor. */
  readonly subject: string;
  readonly network: string | undefined;
  /** Whether the owner proved the same from this network before (`KnownNetworks`). */
  readonly isKnown: boolean;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** The interval of the limits of `config.toml`. */
const intervalMs = 5 * minuteMs;
/** Challenges, and attempts at codes, per minute and network: upstream's number. */
const factorRequests = 15;
/** Passkey challenges per minute and network: many devices may share one address. */
const passkeyChallenges = 60;

/** Counts an attempt in the first of several sets of buckets that has room. @throws AuthError over_request_rate_limit */
async function attempt(...alternatives: readonly (readonly KeyedBucket[])[]): Promise<CountedAttempt> {
  let wait = Infinity;
  for (const places of alternatives) {
    const missing = await takeAll(places);
    wait = Math.min(wait, missing);
    if (missing > 0) continue;
    return { refund: () => refundAll(places) };
  }
  throw new AuthError('over_request_rate_limit', { retryAfterSeconds: Math.ceil(wait / 1000) });
}

/** Wrong guesses on one secret. */
interface GuessRates {
  readonly spanMs: number;
  /** From one network within `spanMs`. */
  readonly perNetwork: number;
  /** From all networks together that the owner never used, within `spanMs`. */
  readonly strangers: number;
  /** Per hour beyond those: from one network, and from all together. */
  readonly latePerNetwork: number;
  readonly late: number;
}

/**
 * Limits the guesses on one secret without locking its owner out. Each network that the owner has used has its own
 * limit. All others share one; once strangers have exhausted it, each network still has a few guesses an hour, so that
 * the owner gets in from a new one, and these share a limit too.
 */
function guessLimit(
  store: RateStore,
  name: string,
  rates: GuessRates,
): (guess: Guess) => Promise<CountedAttempt> {
  const perNetwork = counterOf(store, name, rates.perNetwork, rates.spanMs);
  const strangers = counterOf(store, `${name} anywhere`, rates.strangers, rates.spanMs);
  const latePerNetwork = counterOf(store, `${name} late`, rates.latePerNetwork, hourMs);
  const late = counterOf(store, `${name} late anywhere`, rates.late, hourMs);
  return ({ subject, network = '', isKnown }) => {
    if (isKnown) return attempt([perNetwork(`known ${network} ${subject}`)]);
    const own = `${subscriberOf(network)} ${subject}`;
    const first = perNetwork(own);
    return attempt([first, strangers(subject)], [first, latePerNetwork(own), late(subject)]);
  };
}

/**
 * Passwords and one-time codes: with the defaults, strangers have 600 guesses an hour, and as many again with at most
 * three from each network. A code of six digits is valid for an hour: an attacker with more than 200 networks, all
 * buckets full, has 1,850 guesses, which find it in 0.19 % of cases.
 */
function secretRates(wrongPasswords: number): GuessRates {
  const strangers = 5 * wrongPasswords;
  return {
    spanMs: intervalMs,
    perNetwork: wrongPasswords,
    strangers,
    latePerNetwork: 3,
    late: (strangers * hourMs) / intervalMs,
  };
}

/**
 * Codes of one second factor. Three of a million codes are valid at a time: an attacker who knows the password finds one
 * within a day in 0.11 % of cases from one network, and in 0.45 % from twenty or more (60 guesses an hour in all).
 */
const factorRates: GuessRates = {
  spanMs: hourMs,
  perNetwork: 15,
  strangers: 15,
  latePerNetwork: 3,
  late: 45,
};

/**
 * All limits of `auth/v1` but those of messages; each throws AuthError over_request_rate_limit. Networks are as
 * `visitorNetwork` gives them, and count as `networkQuotaKeys` says. Only the limits of accounts apply to requests within the process.
 */
export function createRateLimits(settings: AuthSettings['rate_limit'], store: RateStore) {
  const count = (name: string, limit: number, spanMs = intervalMs) => {
    const counter = counterOf(store, name, limit, spanMs);
    return (network: string | undefined): Promise<CountedAttempt> =>
      attempt(network === undefined ? [] : ofNetworks(counter, network));
  };
  const signIns = counterOf(store, 'sign-in', settings.token_refresh, intervalMs);
  const unknownTokens = count('unknown token', settings.token_refresh);
  const factorCodes = count('factor code', factorRequests, minuteMs);
  const codesOfFactor = guessLimit(store, 'code of factor', factorRates);
  return {
    account: count('account', settings.sign_in_sign_ups),
    /** Sign-ins at `/token`; those that succeed are refunded. */
    token: count('token', settings.token_refresh),
    /** Sign-ins with the right password, which `token` does not count, by the user's id. */
    signIn: (user: string): Promise<CountedAttempt> => attempt([signIns(user)]),
    /** Unknown refresh tokens. The status is 503: on 429 official clients drop their session. */
    async unknownRefreshToken(network: string | undefined): Promise<void> {
      await unknownTokens(network).catch((error: AuthError) => {
        throw new AuthError(error.code, { ...error.details, status: 503 });
      });
    },
    /** An attempt at the password of an account. */
    password: guessLimit(store, 'password', secretRates(settings.wrong_passwords)),
    /** Requests with a code or a link. */
    verification: count('verification', settings.token_verifications),
    /** An attempt at a one-time code for an address. */
    code: guessLimit(store, 'code', secretRates(settings.wrong_passwords)),
    /** Anonymous sign-ins. */
    anonymous: count('anonymous', settings.anonymous_users, hourMs),
    passkeyChallenge: count('passkey challenge', passkeyChallenges, minuteMs),
    factorChallenge: count('challenge', factorRequests, minuteMs),
    async factorCode(guess: Guess): Promise<CountedAttempt> {
      const request = await factorCodes(guess.network);
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
