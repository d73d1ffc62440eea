import type { Context as HttpContext } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';

type ReplyHeaders = Readonly<Record<string, string>>;

/** A response other than 200 with JSON, or with headers. A text is sent as it is, an object as JSON. */
export class Reply {
  readonly status: number;
  readonly body: object | string | null;
  readonly headers: ReplyHeaders;
  constructor(status: number, body: object | string | null = null, headers: ReplyHeaders = {}) {
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

export function redirect(status: 302 | 303, url: string, headers: ReplyHeaders = {}): Reply {
  return new Reply(status, null, { ...headers, Location: url });
}

export const noContent = new Reply(204);

/** Renders the value that an endpoint gave, with the headers that the middleware has set. */
export function render(c: HttpContext, value: object): Response {
  if (!(value instanceof Reply)) return c.json(value);
  const { status, body, headers } = value;
  if (body === null || typeof body === 'string') return c.newResponse(body, status as StatusCode, headers);
  return c.json(body, status as ContentfulStatusCode, headers);
}
