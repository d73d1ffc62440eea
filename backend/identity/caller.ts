import type { Keys } from '../config/config.ts';
import type { RequestSession } from '../db/exchange.ts';
import { isAddressHeader } from '../http/client-address.ts';
import type { HttpRequest, RequestHeaders } from '../http/request.ts';
import { memoize } from '../util/memoize.ts';
import { sameText } from '../util/same-text.ts';
import type { Tokens } from './tokens.ts';
import type { Claims } from './claims.ts';

/** The sender of a request: the holder of an API key, or the user of an access token. */
export interface Caller {
  readonly role: string;
  readonly claims: Claims;
  readonly claimsText: string;
}

function callerWithoutUser(role: string): Caller {
  return { role, claims: { role }, claimsText: JSON.stringify({ role }) };
}

const anonymous = callerWithoutUser('anon');
const service = callerWithoutUser('service_role');

/** The holder of one of our two keys. */
export function keyHolder(key: string, keys: Keys): Caller | undefined {
  if (key === keys.publishable) return anonymous;
  if (sameText(key, keys.secret)) return service;
  return undefined;
}

const bearer = /^Bearer\s+(\S+)\s*$/i;
/** The form in which clients send it, found without an expression that reads every character. */
const usualBearer = 'Bearer ';

/** The token of an `Authorization: Bearer …` header; undefined without one. */
export function bearerToken(headers: RequestHeaders): string | undefined {
  const value = headers.get('authorization');
  if (value === null) return undefined;
  const token = value.startsWith(usualBearer) ? value.slice(usualBearer.length) : '';
  return token !== '' && !/\s/.test(token) ? token : bearer.exec(value)?.[1];
}

/** Whether a request comes with the secret key: from a script of the operator or a function. */
export function isSecretKey(headers: RequestHeaders, keys: Keys): boolean {
  return sameText(bearerToken(headers) ?? headers.get('apikey') ?? '', keys.secret);
}

/**
 * The access token of a request, not verified: the bearer token, or else an `apikey` in the form of a token, as clients
 * of an earlier installation send it. Undefined when the request carries one of our keys or nothing.
 */
export function accessToken(headers: RequestHeaders, keys: Keys): string | undefined {
  const bearer = bearerToken(headers);
  const credential = bearer ?? headers.get('apikey') ?? '';
  if (keyHolder(credential, keys) || (bearer === undefined && credential.split('.', 4).length !== 3))
    return undefined;
  return credential;
}

/**
 * Identifies the caller as the gateway of a hosted project does: by the bearer token, or else by the `apikey` header,
 * which holds one of our two keys or a token of an earlier installation. Without either the caller is anonymous.
 * `RequestContext.caller` shares the result among the parts of the server.
 * @throws TokenError when a bearer token is not valid.
 */
export async function identifyCaller(headers: RequestHeaders, keys: Keys, tokens: Tokens): Promise<Caller> {
  const token = accessToken(headers, keys);
  if (token === undefined)
    return keyHolder(bearerToken(headers) ?? headers.get('apikey') ?? '', keys) ?? anonymous;
  const { claims, claimsText } = await tokens.verify(token);
  return { role: claims.role, claims, claimsText };
}

/** Never `authorization`, `apikey` or `cookie`: a function of the database could return or store them. */
const forwardedHeaders: ReadonlySet<string> = new Set([
  'user-agent',
  'accept-language',
  'origin',
  'idempotency-key',
  'traceparent',
  'tracestate',
  'baggage',
]);
/** Any client can send these headers, too: a policy must not find anything of a proxy's in them. */
const proxyHeaders = /^x-(forwarded|envoy)-/;
/** Bounds of `request.headers`: its number of headers, and the characters of their names and values. */
const maxForwarded = { headers: 40, characters: 8192 };

/** Whether SQL sees the headers of a name. */
const isForwarded = memoize(
  (name) =>
    forwardedHeaders.has(name) ||
    (name.startsWith('x-') && !proxyHeaders.test(name) && !isAddressHeader(name)),
  1000,
);

/** The headers that SQL sees, as JSON text, without those above the bounds. */
function headersForSql(headers: RequestHeaders, address: string | undefined): string {
  const seen: Record<string, string> = address === undefined ? {} : { 'x-real-ip': address };
  let [count, characters] = [0, 0];
  for (const [name, value] of headers) {
    if (!isForwarded(name)) continue;
    count += 1;
    characters += name.length + value.length;
    if (count > maxForwarded.headers || characters > maxForwarded.characters) break;
    seen[name] = value;
  }
  return JSON.stringify(seen);
}

/**
 * The settings of a request's transaction: role, claims, method, path, and as `current_setting('request.headers')` the
 * headers of tracing and the client's own (`x-…`).
 * @param address where the request comes from; SQL reads it as the header `x-real-ip`
 */
export function requestSession(
  caller: Caller,
  request: Pick<HttpRequest, 'method' | 'headers'>,
  path: string,
  address?: string,
): RequestSession {
  return {
    role: caller.role,
    claims: caller.claimsText,
    method: request.method,
    path,
    headers: headersForSql(request.headers, address),
    readOnly: request.method === 'GET' || request.method === 'HEAD',
  };
}
