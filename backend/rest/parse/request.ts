import type { RequestHeaders } from '../../http/request.ts';
import { restError } from '../errors.ts';
import { parseAccept, parseContentType, type Format } from './media.ts';
import type { Body } from './payload.ts';
import { parsePreferences, type Preferences } from './preferences.ts';
import { parseQuery, type Query } from './query.ts';

const methods = ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'] as const;
type Method = (typeof methods)[number];

/** A request to a table or function, parsed; nothing in it was looked up yet. */
export interface ParsedRequest extends Body {
  readonly method: Method;
  readonly target: { readonly kind: 'table' | 'function'; readonly name: string };
  readonly schema: string;
  /** Whether a profile header named the schema. */
  readonly schemaGiven: boolean;
  readonly query: Query;
  readonly preferences: Preferences;
  readonly format: Format;
  /** Numbers of rows, of the `Range` header. */
  readonly range: { readonly first: bigint; readonly last: bigint | undefined } | undefined;
}

/** The parts of an HTTP request, as values. */
export interface RequestParts extends Omit<Body, 'bodyType'> {
  readonly method: string;
  /** After `/rest/v1`, percent-encoded. */
  readonly path: string;
  /** Without the question mark. */
  readonly search: string;
  readonly headers: RequestHeaders;
}

function parseTarget(path: string): ParsedRequest['target'] {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length === 0) throw restError('PGRST126', []);
  try {
    const [first, second, third] = parts.map(decodeURIComponent);
    if (first !== undefined && !path.includes('%00')) {
      if (second === undefined) return { kind: 'table', name: first };
      if (first === 'rpc' && third === undefined) return { kind: 'function', name: second };
    }
  } catch {
    // Not percent-encoded UTF-8.
  }
  throw restError('PGRST125', []);
}

function parseMethod(method: string, target: ParsedRequest['target']): Method {
  const known = methods.find((each) => each === method);
  if (!known) throw restError('PGRST117', [method]);
  if (target.kind === 'function' && !['GET', 'HEAD', 'POST'].includes(method))
    throw restError('PGRST101', [method]);
  return known;
}

function parseSchema(parts: RequestParts, exposed: readonly string[]) {
  const isRead = parts.method === 'GET' || parts.method === 'HEAD';
  const given = parts.headers.get(isRead ? 'accept-profile' : 'content-profile');
  if (given !== null && !exposed.includes(given))
    throw restError('PGRST106', [given], {
      hint: `Only the following schemas are exposed: ${exposed.join(', ')}`,
    });
  return { schema: given ?? exposed[0] ?? 'public', schemaGiven: given !== null };
}

function parseRange(header: string | null): ParsedRequest['range'] {
  const [, first, last] = /^(?:items=)?(\d{1,18})-(\d{1,18})?$/.exec(header ?? '') ?? [];
  if (first === undefined) return undefined;
  const range = { first: BigInt(first), last: last === undefined ? undefined : BigInt(last) };
  if (range.last !== undefined && range.first > range.last)
    throw restError('PGRST103', [], {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    });
  return range;
}

/** Parses a request: everything that can be said about it without knowing the database. @throws RestError */
export function parseRequest(parts: RequestParts, exposedSchemas: readonly string[]): ParsedRequest {
  const target = parseTarget(parts.path);
  const method = parseMethod(parts.method, target);
  const isRead = method === 'GET' || method === 'HEAD';
  return {
    method,
    target,
    ...parseSchema(parts, exposedSchemas),
    query: parseQuery(parts.search, target.kind === 'function' && isRead),
    preferences: parsePreferences(parts.headers.get('prefer')),
    format: parseAccept(parts.headers.get('accept')),
    range: isRead ? parseRange(parts.headers.get('range')) : undefined,
    bodyType: isRead || method === 'DELETE' ? 'json' : parseContentType(parts.headers.get('content-type')),
    body: parts.body,
    maxValues: parts.maxValues,
  };
}
