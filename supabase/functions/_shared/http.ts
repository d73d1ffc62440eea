import { refuse, Refusal } from './errors.ts';

/** A hosted project leaves it to the function to say who may read its answers. A token is needed, never a cookie. */
const crossOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, apikey, content-type, x-client-info',
  'Access-Control-Allow-Methods': 'GET, POST, PATCH, DELETE, OPTIONS',
};

const maxBodyLength = 100_000;

/** An answer with a JSON body, or without any. */
export function reply(status: number, body?: unknown): Response {
  const headers = { ...crossOrigin, 'Cache-Control': 'no-store' };
  return body === undefined
    ? new Response(null, { status, headers })
    : Response.json(body, { status, headers });
}

/** The rest of the path behind the function's name. */
export function pathBehind(name: string, url: URL): readonly string[] {
  const segments = url.pathname.split('/').filter((segment) => segment !== '');
  return segments.slice(segments.indexOf(name) + 1);
}

/**
 * The JSON object of a body.
 * @throws Refusal bad_json, request_entity_too_large
 */
export async function readObject(request: Request): Promise<Readonly<Record<string, unknown>>> {
  const text = await request.text();
  if (text.length > maxBodyLength) throw refuse('request_entity_too_large');
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refuse('bad_json');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuse('bad_json');
  return body as Record<string, unknown>;
}

/** Answers a request; refusals are `{code, message}`. */
export async function answer(
  name: string,
  request: Request,
  route: () => Promise<Response>,
): Promise<Response> {
  if (request.method === 'OPTIONS') return reply(204);
  try {
    return await route();
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refuse('unavailable');
    if (refusal !== error) console.error(`${name}:`, error);
    return reply(refusal.status, { code: refusal.code, message: refusal.message });
  }
}
