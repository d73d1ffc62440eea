import type { Context as HttpContext } from 'hono';
import type { Actor } from '../identity/actor.ts';
import { actorOfRequest } from '../identity/actor.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import { readBody } from '../service/body.ts';
import type { Passwords } from './passwords/hashing.ts';
import type { Reply } from './reply.ts';
import type { Auth } from './services.ts';
import type { SessionClient } from './sessions/sessions.ts';

/** One request to `auth/v1`: the shared services, and the facts of the request, each resolved once. */
export interface AuthRequest extends Auth {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  /** The browser and address, for the session that the request starts or refreshes. */
  readonly client: SessionClient;
  /** The network of the client, for rate limits; undefined for requests within the process. */
  readonly network: string | undefined;
  /** Hashes in the turn of the client's network. */
  readonly passwords: Passwords;
  /** A query parameter; the empty text when absent. */
  query(name: string): string;
  /** A parameter of the route's path. */
  param(name: string): string;
  /** @throws BodyTooLargeError, BodyBrokenOffError */
  readBody(maxBytes: number): Promise<Buffer>;
  /** The role and claims of the API key or access token. @throws TokenError */
  caller(): Promise<Caller>;
  /** The caller for the audit log: the person, when a function of this installation acts for one. @throws TokenError */
  actor(): Promise<Actor>;
}

/** An endpoint. A plain value is the JSON body of a 200 response. @throws AuthError */
export type Endpoint = (request: AuthRequest) => Promise<object> | object | Promise<Reply>;

const maxUserAgent = 1000;

export function createRequest(auth: Auth, c: HttpContext): AuthRequest {
  const address = clientAddress(c, auth.config.trustedProxies);
  const network = address === undefined ? undefined : visitorNetwork(address);
  const { headers } = c.req.raw;
  let identified: Promise<Caller> | undefined;
  const caller = () => (identified ??= identifyCaller(headers, auth.config.keys, auth.tokens));
  return {
    ...auth,
    method: c.req.method,
    url: c.req.url,
    headers,
    client: {
      userAgent: headers.get('user-agent')?.slice(0, maxUserAgent) ?? null,
      address: address ?? null,
    },
    network,
    passwords: auth.passwordsOf(network ?? ''),
    query: (name) => c.req.query(name) ?? '',
    param: (name) => c.req.param(name) ?? '',
    readBody: (maxBytes) => readBody(c.req.raw, maxBytes),
    caller,
    actor: async () => actorOfRequest(c, await caller()),
  };
}
