import { Hono, type Context as HonoContext } from 'hono';
import type { StatusCode } from 'hono/utils/http-status';
import type { Context } from '../service/context.ts';
import { BodyBrokenOffError, BodyTooLargeError, readBody } from '../service/body.ts';
import { loggedPath } from '../http/logged-path.ts';
import { actingFor, actorOf } from '../identity/actor.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { bearerToken, identifyCaller, type Caller } from '../identity/caller.ts';
import { TokenError } from '../identity/tokens.ts';
import { limitTraffic } from '../service/traffic.ts';
import { noteRefusal } from '../service/trail.ts';
import { functionEnvironment } from './environment.ts';
import { loadFunctions } from './load.ts';
import { callFunction, type FunctionScope } from './runtime.ts';

const maxBodyBytes = 1024 * 1024;
const prefix = '/functions/v1';

/** Whose request a function is answering: the address of the peer counts for what the function asks of us. */
interface Origin {
  readonly bindings: object;
  readonly forwardedFor: string | undefined;
}

/** Requests of a function to this installation's own address go straight into the app. */
function ownFetch(context: Context, app: Hono, { bindings, forwardedFor }: Origin): typeof fetch {
  const { origin } = new URL(context.config.publicUrl);
  return async (input, init) => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== origin) return fetch(request);
    if (forwardedFor !== undefined) request.headers.set('x-forwarded-for', forwardedFor);
    return app.fetch(request, bindings);
  };
}

type Admission = { readonly caller: Caller } | { readonly refusal: string; readonly cause: 'key' | 'token' };

/**
 * The caller, or why it is refused, as the gateway of a hosted project has it: the bearer token must be valid; keys count.
 * An `apikey` is not needed beside it, but one that is there must be right.
 */
async function admit(context: Context, headers: Headers): Promise<Admission> {
  const { keys } = context.config;
  if (bearerToken(headers) === undefined) return { refusal: 'Missing authorization header', cause: 'token' };
  try {
    const key = headers.get('apikey');
    const refusal = key === null ? undefined : await keyRefusal(key, keys, context.tokens);
    if (refusal !== undefined) return { refusal: keyRefusals[refusal].message, cause: 'key' };
    return { caller: await identifyCaller(headers, keys, context.tokens) };
  } catch (error) {
    if (error instanceof TokenError) return { refusal: 'Invalid JWT', cause: 'token' };
    throw error;
  }
}

/** What a function does with the secret key, it does for the user who calls it: the audit log names that user. */
function bindingsFor(c: HonoContext, admitted: Admission): object {
  const person = 'caller' in admitted && admitted.caller.claims.sub !== undefined;
  return actingFor(c.env as object, person ? actorOf(admitted.caller) : undefined);
}

/** Methods that a `Request` cannot have. */
const impossibleMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The request as the hosted runtime hands it over: the path begins with the function's name. */
async function functionRequest(request: Request): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? ((await readBody(request, maxBodyBytes)) as Buffer<ArrayBuffer>) : null;
  return new Request(url, { method: request.method, headers: request.headers, body, signal: request.signal });
}

/** Hands the answer on as it streams in. Who may read it from a page is for the server alone to say. */
function passOn(c: HonoContext, response: Response): Response {
  const headers = new Headers(response.headers);
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name);
  return c.newResponse(response.body, { status: response.status as StatusCode, headers });
}

/** functions/v1: the functions of `SUPABASE_DIR/functions`, in this process. `app` is the whole server. */
export async function functionRoutes(context: Context, app: Hono): Promise<Hono> {
  const environment = functionEnvironment(context.config);
  const scopeOf = (origin: Origin): FunctionScope => ({ environment, fetch: ownFetch(context, app, origin) });
  const functions = await loadFunctions(context, scopeOf({ bindings: {}, forwardedFor: undefined }));
  const routes = new Hono();

  routes.use(
    limitTraffic(
      context.traffic,
      () => 'function',
      (c) => c.json({ code: 429, message: 'Too many requests. Please try again in a moment.' }, 429),
    ),
  );
  routes.all('*', async (c) => {
    const name = c.req.path.slice(prefix.length + 1).split('/')[0] ?? '';
    if (!functions.has(name))
      return c.json({ code: 'NOT_FOUND', message: 'Requested function was not found' }, 404);
    if (impossibleMethods.has(c.req.method)) return c.json({ code: 405, message: 'Method not allowed' }, 405);
    const verify = context.config.protocol.functions[name]?.verify_jwt ?? true;
    const admitted = await admit(context, c.req.raw.headers);
    const isRefused = 'refusal' in admitted && (verify || admitted.cause === 'key');
    if (isRefused && c.req.method !== 'OPTIONS') {
      await noteRefusal(context, c, 401, admitted.refusal);
      return c.json({ code: 401, message: admitted.refusal }, 401);
    }
    const handler = functions.get(name);
    if (!handler)
      return c.json({ code: 'BOOT_ERROR', message: 'Function failed to start (please check logs)' }, 503);
    const request = await functionRequest(c.req.raw);
    const origin = { bindings: bindingsFor(c, admitted), forwardedFor: c.req.header('x-forwarded-for') };
    const response = await callFunction(handler, request, scopeOf(origin));
    await noteRefusal(context, c, response.status, 'refused by the function');
    return passOn(c, response);
  });

  routes.onError((error, c) => {
    if (error instanceof BodyTooLargeError)
      return c.json({ code: 413, message: `The body is larger than ${maxBodyBytes} bytes.` }, 413);
    if (error instanceof BodyBrokenOffError) return c.json({ code: 400, message: error.message }, 400);
    const requestId = c.get('requestId');
    context.log.error({ requestId, err: error, path: loggedPath(c.req.path) }, 'function failed');
    return c.json({ code: 500, message: 'The function failed.' }, 500);
  });
  return routes;
}
