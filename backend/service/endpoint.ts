import type { Context as HttpContext } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';

type ReplyHeaders = Readonly<Record<string, string>>;

/** A response, with headers that replace those of the middleware. */
export interface Reply {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers: ReplyHeaders | Headers;
  /** A request header to add to `Vary`. */
  readonly vary?: string;
  /** Whether the request changed nothing although its method may: a call of a function that only reads. */
  readonly isRead?: boolean;
}

/** Responds to a request of its service. @throws errors of the service, and those that its `Dialect` translates */
export type Handler<Request> = (request: Request) => Promise<Reply>;

/**
 * The needs of an endpoint, beyond its method. `open`: no API key, because it is public or checks a proof of its own.
 * `reading`: changes nothing, whatever its method. `essential`: works with little free space, as DELETE does. `upload`: has
 * a rate limit of its own.
 */
export type Mark = 'open' | 'reading' | 'essential' | 'upload';

/** A line of a service's table of endpoints. The first line that matches a request serves it; GET serves HEAD too. */
export type Endpoint<Request> = readonly [
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS' | 'ALL',
  path: string,
  handle: Handler<Request>,
  ...marks: readonly Mark[],
];

/** @param body JSON text */
export function jsonText(body: string, status = 200, headers: ReplyHeaders = {}): Reply {
  return { status, body, headers: { 'Content-Type': 'application/json', ...headers } };
}

/** A response with this value as JSON. The type rejects a promise, which would be a missing `await`. */
export function json<Value>(
  value: Value extends PromiseLike<unknown> ? never : Value,
  status?: number,
  headers?: ReplyHeaders,
): Reply {
  return jsonText(JSON.stringify(value), status, headers);
}

export function empty(status: number, headers: ReplyHeaders = {}): Reply {
  return { status, body: null, headers };
}

export function redirect(status: 302 | 303, url: string, headers: ReplyHeaders = {}): Reply {
  return empty(status, { ...headers, Location: url });
}

/** The response of Hono, with the headers that the middleware has set. */
export function render(c: HttpContext, { status, body, headers, vary }: Reply): Response {
  if (vary !== undefined) c.header('Vary', vary, { append: true });
  if (headers instanceof Headers) return c.newResponse(body, { status: status as StatusCode, headers });
  return c.newResponse(body, status as StatusCode, headers);
}
