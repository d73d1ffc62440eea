import type { Context as HttpContext } from 'hono';
import { actorOfRequest } from '../identity/actor.ts';
import { identifyCaller, type Caller } from '../identity/caller.ts';
import { clientAddress, visitorNetwork } from '../http/client-address.ts';
import { readBody } from '../service/body.ts';
import type { Auth } from './context.ts';

/** One request to `auth/v1`: the shared services, and the facts of the request, each resolved once. */
export type AuthRequest = Readonly<ReturnType<typeof createRequest>>;

const maxUserAgent = 1000;

export function createRequest(auth: Auth, c: HttpContext) {
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
    /** The browser and address, for the session that the request starts or refreshes. */
    client: {
      userAgent: headers.get('user-agent')?.slice(0, maxUserAgent) ?? null,
      address: address ?? null,
    },
    /** The network of the client, for rate limits; undefined for requests within the process. */
    network,
    /** Hashes in the turn of the client's network. */
    passwords: auth.passwordsOf(network ?? ''),
    /** A query parameter; the empty text when absent. */
    query: (name: string): string => c.req.query(name) ?? '',
    /** A parameter of the route's path. */
    param: (name: string): string => c.req.param(name) ?? '',
    /** @throws BodyTooLargeError, BodyBrokenOffError */
    readBody: (maxBytes: number) => readBody(c.req.raw, maxBytes),
    /** The role and claims of the API key or access token. @throws TokenError */
    caller,
    /** The caller for the audit log: the person, when a function of this installation acts for one. @throws TokenError */
    actor: async () => actorOfRequest(c, await caller()),
  };
}
