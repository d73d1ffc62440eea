import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { HttpRequest } from './request.ts';

/** Headers by their names as our own code writes them: each word begins with a capital letter. */
export type ReplyHeaders = Readonly<Record<string, string>>;

/** How log and metrics count a response whose status says something else. */
export type Note = 'limited' | 'stopping' | 'outage' | 'costly';

/** A response. Its headers replace those that every response has. */
export interface Reply {
  readonly status: number;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;
  readonly headers: ReplyHeaders;
  /** Cookies of a project's function: the one header that may come more than once. */
  readonly cookies?: readonly string[];
  /** A request header to add to `Vary`. */
  readonly vary?: string;
  /** Whether the request changed nothing although its method may: a call of a function that only reads. */
  readonly isRead?: boolean;
  readonly note?: Note;
}

/** Responds to a request. Never rejects. */
export type Respond = (request: HttpRequest) => Promise<Reply>;

/** Responds to requests, also when something fails. */
export interface RequestServer {
  readonly respond: Respond;
  /** Logs that a reply could not be made or written. @returns one that says so */
  readonly fail: (error: unknown, request: HttpRequest) => Reply;
}

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

export const notFound = json({ message: 'Not found' }, 404);

/** The response of a server that is starting or stopping, or whose database is away. */
export function unavailable(message: string, headers: ReplyHeaders = {}): Reply {
  return json({ status: 'unavailable', message }, 503, { 'Cache-Control': 'no-store', ...headers });
}

/** The name of a header as our own code writes it, for headers that others have named. */
export function headerName(name: string): string {
  return name.toLowerCase().replace(/(?<=^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

/** Whether HTTP allows a body in a response of this status. */
export function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 205 && status !== 304;
}

function lengthOf({ status, body }: Reply, isHead: boolean): number | undefined {
  if (typeof body === 'string') return Buffer.byteLength(body);
  if (body instanceof Uint8Array) return body.byteLength;
  return body === null && mayHaveBody(status) && !isHead ? 0 : undefined;
}

/** Names and values in turn, as `writeHead` takes them. */
function rawHeaders({ headers, cookies = [] }: Reply, length: number | undefined): string[] {
  const raw: string[] = [];
  for (const name in headers) raw.push(name, headers[name] ?? '');
  for (const cookie of cookies) raw.push('Set-Cookie', cookie);
  if (length !== undefined && headers['Content-Length'] === undefined)
    raw.push('Content-Length', String(length));
  return raw;
}

/**
 * Writes a response to a Node server's request. Resolves when all of it was handed over.
 * @throws TypeError before anything is written, for a header that cannot be
 */
export async function writeReply(response: ServerResponse, reply: Reply, isHead: boolean): Promise<void> {
  const { status, body } = reply;
  response.writeHead(status, rawHeaders(reply, lengthOf(reply, isHead)));
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) {
    response.end(isHead ? null : body);
    return;
  }
  if (isHead) {
    response.end();
    return body.cancel();
  }
  // A client that goes away ends the stream; nobody is left to tell of an error.
  await pipeline(Readable.fromWeb(body as NodeStream<Uint8Array>), response).catch(() => {});
}

/** A response as a function within the process gets it. */
export function webResponse({ status, body, headers, cookies = [] }: Reply, isHead: boolean): Response {
  const response = new Response(isHead ? null : body, { status, headers });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
