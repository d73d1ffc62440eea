import type { Action } from '../audit/actions.ts';
import type { Traits } from '../audit/events.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Actor } from '../identity/actor.ts';
import { readBody } from '../service/body.ts';
import type { RequestContext } from '../service/request-context.ts';
import type { RoutePath } from '../service/routes.ts';
import type { Auth } from './context.ts';

/** The target of an act; further keys are traits for the reader of the audit log. */
export type Subject = { readonly target: string } & Traits;

/** The act that failed, for the audit log. */
export interface Attempt {
  readonly action: Action;
  readonly actor: Actor;
  readonly subject: Subject;
}

/** One request to `auth/v1`: the shared services, and the facts of the request, each resolved once. */
export type AuthRequest = Readonly<ReturnType<typeof createRequest>>;

const maxUserAgentCharacters = 1000;

export function createRequest(auth: Auth, http: HttpRequest, context: RequestContext, { param }: RoutePath) {
  const { headers, address, network, caller, actor, language, record } = context;
  return {
    ...auth,
    method: http.method,
    path: http.path,
    /** The parameters of the query. */
    parameters: http.query,
    headers,
    /** The browser and address, for the session that the request starts or refreshes. */
    client: {
      userAgent: headers.get('user-agent')?.slice(0, maxUserAgentCharacters) ?? null,
      address: address ?? null,
    },
    /** The network of the client, for rate limits; undefined for requests within the process. */
    network,
    /** Hashes in the turn of the client's network. */
    passwords: auth.passwordsOf(network ?? ''),
    /** A query parameter; the empty text when absent. */
    query: (name: string): string => http.query.get(name) ?? '',
    /** A parameter of the route's path. */
    param,
    /** @throws BodyTooLargeError, BodyBrokenOffError */
    readBody: (maxBytes: number) => readBody(http, maxBytes),
    caller,
    actor,
    language,
    record,
    /** The attempts at an identity that failed, by the error; `attempting` adds them, `recordFailure` reads them. */
    failedAttempts: new Map<Error, Attempt>(),
  };
}
