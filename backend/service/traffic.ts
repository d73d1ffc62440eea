import type { Config } from '../config/config.ts';
import { accessToken, isSecretKey } from '../identity/caller.ts';
import { networkQuotaKeys } from '../http/client-address.ts';
import type { HttpRequest, RequestHeaders } from '../http/request.ts';
import { createBuckets } from '../util/buckets.ts';
import { quotaKey, type QuotaKey } from '../util/quota-key.ts';
import { TokenError, type Tokens } from '../identity/tokens.ts';
import type { RequestContext } from './request-context.ts';

/** Kinds of requests with a limit of their own, besides the one of their network. */
export type TrafficKind = 'read' | 'write' | 'upload' | 'function' | 'refresh';

/** The facts of a request that the limits count by. */
type CountedRequest = Pick<RequestContext, 'headers' | 'network' | 'caller' | 'recall'>;

/** Limits the requests of one network, and of one account, to all services together. */
export interface Traffic {
  /** Counts a request. Returns 0, or the seconds to wait without counting. */
  count(request: CountedRequest, kind: TrafficKind): Promise<number>;
}

const secondMs = 1000;
/** A network may send ten seconds' worth at once, such as a hundred clients that reconnect together. */
const burst = 10;
/** One account may use only this part of its network's limit, so that others in the network are served. */
const accountShare = 2;
/** The part of a network's limit that one account, or all strangers of the network, may use for writes. */
const writeShare = 4;
const uploads = { limit: 60, spanMs: 120 * secondMs };
const functions = { limit: 100, spanMs: 10 * secondMs };

/** KiB of bodies: a megabyte a second on average, sixty at once. */
const sent = { limit: 60_000, spanMs: 60 * secondMs };
/** Assumed size of a body without Content-Length: the largest body other than an upload. */
const unannouncedKib = 1024;

function createLimits(requestsPerSecond: number, now: () => number) {
  const share = (part: number, seconds: number) => {
    const perSecond = Math.max(1, Math.floor(requestsPerSecond / part));
    return createBuckets({ limit: perSecond * seconds, spanMs: seconds * secondMs }, now);
  };
  return {
    strangers: share(1, burst),
    unverified: share(1, burst),
    signedIn: share(1, burst),
    accounts: share(accountShare, burst),
    refreshes: share(writeShare, burst / 2),
    bodies: createBuckets(sent, now),
    kinds: {
      write: share(writeShare, burst / 2),
      upload: createBuckets(uploads, now),
      function: createBuckets(functions, now),
    },
  };
}

/**
 * Counts requests with a verified access token by account and network, all others by network alone. The two never
 * share a bucket: a flood without an account takes nothing from signed-in users, behind the same address or another.
 * Refreshes have a bucket of their own for the same reason, since they carry no access token.
 *
 * A token that is not in memory costs a signature check and a query. Unless this process signed it, its network pays
 * for that in advance and is refunded when the token is valid, so a flood of forged tokens is rejected before any of
 * that work. Only verified tokens and network addresses become keys.
 *
 * A rejected request costs nothing. Requests with the secret key, and requests within the process, which have no
 * network address, do not count.
 * @param perSecond requests of one network on average; 0 is no limit
 * @param now the time in milliseconds
 */
export function createTraffic(
  { keys, requestsPerSecond }: Pick<Config, 'keys' | 'requestsPerSecond'>,
  tokens: Pick<Tokens, 'isOwn'>,
  now = () => performance.now(),
): Traffic {
  if (requestsPerSecond === 0) return { count: async () => 0 };
  const { strangers, unverified, signedIn, accounts, refreshes, bodies, kinds } = createLimits(
    requestsPerSecond,
    now,
  );

  /** The caller of a token, undefined if verification failed, or the milliseconds to wait before verifying it. */
  async function holder(request: CountedRequest, token: string, network: readonly QuotaKey[]) {
    const known = request.recall(token);
    if (known) return known;
    const isOwn = tokens.isOwn(token);
    const missing = isOwn ? 0 : unverified.take(network);
    if (missing > 0) return missing;
    try {
      const caller = await request.caller();
      if (!isOwn) unverified.refund(network);
      return caller;
    } catch (error) {
      // Any other failure is ours. The service reports it when it identifies the caller.
      if (!isOwn && !(error instanceof TokenError)) unverified.refund(network);
      return undefined;
    }
  }

  async function missingTime(request: CountedRequest, network: readonly QuotaKey[], kind: TrafficKind) {
    if (kind === 'refresh') return refreshes.take(network);
    const { headers } = request;
    const token = accessToken(headers, keys);
    const caller = token === undefined ? undefined : await holder(request, token, network);
    if (typeof caller === 'number') return caller;
    if (caller?.role === 'service_role') return 0;
    const id = caller?.claims.sub;
    const account = id === undefined ? undefined : [quotaKey(id)];
    const size = bodySize(headers);
    const missing =
      (kind === 'read' ? 0 : kinds[kind].take(account ?? network)) ||
      (size === 0 ? 0 : bodies.take(account ?? network, size));
    if (account === undefined) return missing || strangers.take(network);
    return missing || accounts.take(account) || signedIn.take(network);
  }

  return {
    async count(request, kind) {
      const { headers, network } = request;
      if (network === undefined || isSecretKey(headers, keys)) return 0;
      return Math.ceil((await missingTime(request, networkQuotaKeys(network), kind)) / secondMs);
    },
  };
}

/** The size of a request body as the limits count it, in KiB. */
function bodySize(headers: RequestHeaders): number {
  if (headers.has('transfer-encoding')) return unannouncedKib;
  return Math.ceil((Number(headers.get('content-length')) || 0) / 1024);
}

/** The kind of a request by its method alone. */
export function readOrWrite({ method }: HttpRequest): 'read' | 'write' {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS' ? 'read' : 'write';
}
