import { isUuid } from '../util/uuid.ts';
import type { Context as HonoContext, Handler } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Context } from '../service/context.ts';
import type { RequestSession } from '../db/exchange.ts';
import { identifyCaller, requestSession } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import type { StorageServices } from './services.ts';
import type { BlobContent } from './store/blobs.ts';
import { objectAddress, type ObjectAddress } from './store/keys.ts';

export interface StorageCaller {
  readonly session: RequestSession;
  /** Null for keys. */
  readonly userId: string | null;
  /** Null for keys, and for tokens without a session. */
  readonly sessionId: string | null;
  /** See `StorageRequest.payers`. */
  readonly payers: readonly string[];
}

/** One request to storage/v1: everything an endpoint knows about it, and the services it works with. */
export interface StorageRequest {
  readonly services: StorageServices;
  /** For the method, the headers and the body. */
  readonly raw: Request;
  readonly query: Readonly<Record<string, string>>;
  /** The route's `:bucket`. */
  readonly bucket: string;
  /** Bucket and key after the route's prefix. Throws StorageError InvalidKey or NoSuchRoute. */
  readonly address: ObjectAddress;
  /** The header `x-upsert`: whether a write may replace an existing object. */
  readonly upsert: boolean;
  /** Verifies the token or key. Throws TokenError. */
  caller(): Promise<StorageCaller>;
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

function uuidOrNull(claim = ''): string | null {
  return isUuid(claim) ? claim : null;
}

function storageRequest(
  { config, tokens }: Context,
  services: StorageServices,
  c: HonoContext,
  prefix: string,
): StorageRequest {
  const { raw } = c.req;
  const payers: StorageRequest['payers'] = (role, userId) => {
    const address = clientAddress(c, config.trustedProxies);
    if (role === 'service_role' || address === undefined) return [];
    return [...(userId === null ? [] : [`account ${userId}`]), `network ${visitorNetwork(address)}`];
  };
  return {
    services,
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
      const userId = uuidOrNull(caller.claims.sub);
      return {
        session: requestSession(caller, raw, new URL(raw.url).pathname),
        userId,
        sessionId: uuidOrNull(caller.claims.session_id),
        get payers() {
          return payers(caller.role, userId);
        },
      };
    },
    payers,
  };
}

/**
 * Adapts an endpoint to Hono.
 * @param path the route; objects are addressed after its part before `*`
 */
export function adaptEndpoint(
  context: Context,
  services: StorageServices,
  path: string,
  endpoint: StorageEndpoint,
): Handler {
  const prefix = path.replace(/\*$/, '');
  return async (c) => {
    const { body, status, headers, vary } = await endpoint(storageRequest(context, services, c, prefix));
    if (vary !== undefined) c.header('Vary', vary, { append: true });
    return c.newResponse(body, status, headers);
  };
}
