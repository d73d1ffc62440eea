import type { Context as HttpContext, MiddlewareHandler } from 'hono';
import type { Config } from '../config/config.ts';
import { bearerToken, isSecretKey } from './caller.ts';
import { clientAddress, visitorNetwork } from './client-address.ts';
import { createBuckets } from './rate-buckets.ts';

/** The kinds of requests that have a limit of their own, besides the one of their network. */
export type TrafficKind = 'read' | 'write' | 'upload' | 'function';

/** How much one network, and one session in it, may ask of this process, whatever the service. */
export interface Traffic {
  /** Counts a request; gives 0, or the seconds to wait when it is one too many. */
  count(c: HttpContext, kind: TrafficKind): number;
}

const second = 1000;
/** A network may ask ten seconds' worth at once: a hundred tablets that come back when their signal does. */
const burst = 10;
/** Of what a network may ask each second, one session may ask that part as writes; of uploads and functions less. */
const writeShare = 4;
const uploads = { limit: 60, span: 120 * second };
const functions = { limit: 100, span: 10 * second };

const unlimited: Traffic = { count: () => 0 };

/**
 * A refused request costs the network nothing, so that a session that floods does not use up what belongs to the
 * others. Not counted: requests with the secret key, and those within the process, which have no network address.
 * @param perSecond requests of one network on average; 0 is no limit
 * @param now the time in milliseconds
 */
export function createTraffic(
  { keys, trustedProxies, requestsPerSecond }: Pick<Config, 'keys' | 'trustedProxies' | 'requestsPerSecond'>,
  now = Date.now,
): Traffic {
  if (requestsPerSecond === 0) return unlimited;
  const networks = createBuckets({ limit: requestsPerSecond * burst, span: burst * second }, now);
  const perSession = Math.max(1, Math.floor(requestsPerSecond / writeShare));
  const sessions = {
    write: createBuckets({ limit: perSession * (burst / 2), span: (burst / 2) * second }, now),
    upload: createBuckets(uploads, now),
    function: createBuckets(functions, now),
  };
  return {
    count(c, kind) {
      const address = clientAddress(c, trustedProxies);
      if (address === undefined || isSecretKey(c.req.raw.headers, keys)) return 0;
      const network = visitorNetwork(address);
      // The signature alone tells one token from another.
      const session = bearerToken(c.req.raw.headers)?.slice(-43) ?? network;
      const missing = kind === 'read' ? 0 : sessions[kind].take(session);
      return Math.ceil((missing || networks.take(network)) / second);
    },
  };
}

/** The kind of a request by its method alone. */
export function readOrWrite(c: HttpContext): TrafficKind {
  return ['GET', 'HEAD', 'OPTIONS'].includes(c.req.method) ? 'read' : 'write';
}

/**
 * Turns away who asks too much.
 * @param refuse answers 429 in the service's own shape
 */
export function limitTraffic(
  traffic: Traffic,
  kindOf: (c: HttpContext) => TrafficKind,
  refuse: (c: HttpContext, seconds: number) => Response,
): MiddlewareHandler {
  return async (c, next) => {
    const seconds = traffic.count(c, kindOf(c));
    if (seconds === 0) return next();
    c.header('Retry-After', String(seconds));
    c.header('Cache-Control', 'no-store');
    return refuse(c, seconds);
  };
}
