import type { Context as HttpContext } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { RequestSession } from '../db/exchange.ts';
import { identifyCaller, requestSession } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import { isUuid } from '../util/uuid.ts';
import type { StorageServices } from './services.ts';
import type { BlobContent } from './store/blobs.ts';
import { objectAddress, type ObjectAddress } from './store/keys.ts';

/** One request to storage/v1: the shared services, and everything an endpoint knows about the request. */
export interface StorageRequest extends StorageServices {
  /** For the method, the headers and the body. */
  readonly raw: Request;
  readonly query: Readonly<Record<string, string>>;
  /** The route's `:bucket`. */
  readonly bucket: string;
  /** Bucket and key after the route's prefix. Throws StorageError InvalidKey or NoSuchRoute. */
  readonly address: ObjectAddress;
  /** The header `x-upsert`: whether a write may replace an existing object. */
  readonly upsert: boolean;
  /** Verifies the token or key. Both ids are null for keys, the session's also for tokens without one. Throws TokenError. */
  caller(): Promise<{
    readonly session: RequestSession;
    readonly userId: string | null;
    readonly sessionId: string | null;
  }>;
  /**
   * The account and the network that expensive work counts against. Empty for the secret key and for requests from
   * within the process.
   */
  payers(role: string, userId: string | null): readonly string[];
}

export interface StorageResponse {
  readonly body: string | BlobContent | null;
  readonly status: StatusCode;
  readonly headers: Readonly<Record<string, string>>;
  /** A request header to add to `Vary`. */
  readonly vary?: string;
}

export type StorageEndpoint = (request: StorageRequest) => Promise<StorageResponse>;

/** A response whose body is JSON text already. */
export function jsonText(body: string): StorageResponse {
  return { body, status: 200, headers: { 'Content-Type': 'application/json' } };
}

export function json(value: unknown): StorageResponse {
  return jsonText(JSON.stringify(value));
}

function uuidOrNull(claim: unknown): string | null {
  return isUuid(claim) ? claim : null;
}

/** @param prefix the route before its `*`, after which objects are addressed */
export function storageRequest(services: StorageServices, c: HttpContext, prefix: string): StorageRequest {
  const { config, tokens } = services;
  const { raw } = c.req;
  return {
    ...services,
    raw,
    get query() {
      return c.req.query();
    },
    bucket: c.req.param('bucket') ?? '',
    get address() {
      return objectAddress(raw, prefix);
    },
    upsert: raw.headers.get('x-upsert') === 'true',
    async caller() {
      const caller = await identifyCaller(raw.headers, config.keys, tokens);
      return {
        session: requestSession(caller, raw, new URL(raw.url).pathname),
        userId: uuidOrNull(caller.claims.sub),
        sessionId: uuidOrNull(caller.claims.session_id),
      };
    },
    payers(role, userId) {
      const address = clientAddress(c, config.trustedProxies);
      if (role === 'service_role' || address === undefined) return [];
      return [...(userId === null ? [] : [`account ${userId}`]), `network ${visitorNetwork(address)}`];
    },
  };
}
