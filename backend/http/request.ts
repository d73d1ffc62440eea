import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** The headers of a request, by their names in small letters. `Headers` is one, too. */
export interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null;
  has(name: string): boolean;
}

/** A function of this installation that makes a request while it serves somebody. */
export interface CallingFunction {
  /** The signed-in person that it serves. Exists only within the process, so that no client can forge it. */
  readonly serves: { readonly id: string; readonly username: string } | undefined;
}

/** A request as the services see it: from a socket, or from within the process. */
export interface HttpRequest {
  /** Also sent as `X-Request-Id`, so that a person who reports a failure can name it. */
  readonly id: string;
  readonly method: string;
  /** Begins with a slash and has no dot segments; escaped as it came. */
  readonly path: string;
  /** The text after the question mark. */
  readonly search: string;
  /** The parameters of `search`. */
  readonly query: URLSearchParams;
  readonly headers: RequestHeaders;
  /** Null without a body. Ends with an error when the client breaks off. */
  readonly body: AsyncIterable<Uint8Array> | null;
  /** Where the request comes from; undefined for a request within the process. */
  readonly address: string | undefined;
  /** Undefined for a request of anybody else. */
  readonly callingFunction: CallingFunction | undefined;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
}

/** A target that the URL standard would leave as it is. */
const plainTarget = /^\/[\w!$%&'()*+,\-./:;=?@[\]~]*$/;
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?]|$)/i;

/**
 * Path and query of a request's target, as the URL standard normalises them.
 * @returns undefined for a target that names no resource of a server
 */
function readTarget(target: string): { readonly path: string; readonly search: string } | undefined {
  const mark = target.indexOf('?');
  const path = mark === -1 ? target : target.slice(0, mark);
  if (plainTarget.test(target) && !dotSegment.test(path))
    return { path, search: mark === -1 ? '' : target.slice(mark + 1) };
  // Proxies read a backslash as we would read a slash, or not.
  if (path.includes('\\') || !/^(?:\/|https?:\/\/)/i.test(target)) return undefined;
  // A target that begins with two slashes is a path, and no host.
  const url = URL.parse(target.startsWith('/') ? `http://localhost${target}` : target);
  return url ? { path: url.pathname, search: url.search.slice(1) } : undefined;
}

/** Node's parser has lowered the names and joined what was repeated. */
export class NodeHeaders implements RequestHeaders {
  readonly #values: IncomingMessage['headers'];

  constructor(values: IncomingMessage['headers']) {
    this.#values = values;
  }

  get(name: string): string | null {
    const value = this.#values[name];
    return typeof value === 'string' ? value : (value?.join(', ') ?? null);
  }

  has(name: string): boolean {
    return this.#values[name] !== undefined;
  }

  *[Symbol.iterator](): Iterator<[string, string]> {
    for (const name in this.#values) yield [name, this.get(name) ?? ''];
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

class NodeRequest implements HttpRequest {
  readonly id = randomUUID();
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly headers: RequestHeaders;
  readonly body: AsyncIterable<Uint8Array> | null;
  readonly address: string | undefined;
  readonly callingFunction = undefined;
  readonly #response: ServerResponse;
  #query: URLSearchParams | undefined;
  #aborting: AbortController | undefined;

  constructor(
    incoming: IncomingMessage,
    response: ServerResponse,
    target: { readonly path: string; readonly search: string },
    address: string | undefined,
  ) {
    this.method = incoming.method ?? 'GET';
    this.path = target.path;
    this.search = target.search;
    this.headers = new NodeHeaders(incoming.headers);
    // A reader that stops early must not end the connection, which still brings its response.
    this.body = hasBody(incoming)
      ? { [Symbol.asyncIterator]: () => incoming.iterator({ destroyOnReturn: false }) }
      : null;
    this.address = address;
    this.#response = response;
  }

  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.search));
  }

  get signal(): AbortSignal {
    if (this.#aborting) return this.#aborting.signal;
    const aborting = (this.#aborting = new AbortController());
    const response = this.#response;
    if (response.destroyed) aborting.abort();
    response.once('close', () => {
      if (!response.writableFinished) aborting.abort();
    });
    return aborting.signal;
  }
}

/** The request of a Node server; undefined when its target is no path. */
export function requestOverSocket(
  incoming: IncomingMessage,
  response: ServerResponse,
  address: string | undefined,
): HttpRequest | undefined {
  const target = readTarget(incoming.url ?? '/');
  return target && new NodeRequest(incoming, response, target, address);
}

/** Where a request within the process comes from: nowhere, or a function. */
export type InternalSender = Partial<Pick<HttpRequest, 'address' | 'callingFunction'>>;

/** A request from within the process, of a function or a test. */
export function requestWithin(
  request: Request,
  { address, callingFunction }: InternalSender = {},
): HttpRequest {
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    id: randomUUID(),
    method: request.method,
    path: pathname,
    search: search.slice(1),
    query: searchParams,
    headers: request.headers,
    body: request.body as NodeStream<Uint8Array> | null,
    address,
    callingFunction,
    signal: request.signal,
  };
}
