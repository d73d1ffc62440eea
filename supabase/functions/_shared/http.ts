import { httpError, HttpError } from './errors.ts';

/** A hosted project leaves CORS to the function. Any origin may read: callers send a token, never a cookie. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, apikey, content-type, x-client-info',
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
};

const maxBodyLength = 100_000;

/** In seconds: with 503 the caller is told when to try again. */
const retryAfter = '5';

/** A response with a JSON body, or without a body. */
export function reply(status: number, body?: unknown): Response {
  const retry = status === 503 && { 'Retry-After': retryAfter };
  const headers = { ...crossOrigin, 'Cache-Control': 'no-store', ...retry };
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
}

/** The path segments after the function's name. */
export function pathBehind(name: string, url: URL): readonly string[] {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return segments.slice(segments.indexOf(name) + 1);
}

/** The JSON object of a body. @throws HttpError bad_json, request_entity_too_large */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text.length > maxBodyLength) throw httpError('request_entity_too_large');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw httpError('bad_json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw httpError('bad_json');
  return body as Record<string, unknown>;
}

/** Responds to a request; the body of an error is `{code, message}`. */
export async function respond(name: string, request: Request, route: () => Promise<Response>) {
  if (request.method === 'OPTIONS') return reply(204);
  try {
    return await route();
  } catch (error) {
    const known = error instanceof HttpError ? error : httpError('unavailable');
    if (known !== error) console.error(`${name}:`, error);
    return reply(known.status, { code: known.code, message: known.message });
  }
}
