import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../service/context.ts';
import { readBody } from '../service/body.ts';
import { actingFor, actorOf } from '../identity/actor.ts';
import { withClientAddress } from '../http/client-address.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { bearerToken, type Caller } from '../identity/caller.ts';
import { TokenError } from '../identity/tokens.ts';
import type { Reply } from '../service/endpoint.ts';
import { createService } from '../service/service.ts';
import type { RequestContext } from '../service/request-context.ts';
import { noteRefusal } from '../service/trail.ts';
import { FunctionError, functionDialect } from './errors.ts';
import { loadFunctions } from './load.ts';
import { callFunction } from './runtime.ts';

const maxBodyBytes = 1024 * 1024;
const prefix = '/functions/v1';

/** The request that a function serves. Its client's address counts for the requests that the function makes to us. */
interface Origin {
  readonly bindings: object;
  readonly forwardedFor: string | undefined;
}

/** A call of a function, with the facts that the shell has resolved. */
interface FunctionCall {
  readonly c: HttpContext;
  readonly context: RequestContext;
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

/**
 * The caller, checked as the gateway of a hosted project does: the bearer token must be valid, and a key counts as one.
 * A request needs no `apikey` beside it, but one that is there must be right.
 * @throws FunctionError, TokenError
 */
async function admit(context: Context, { headers, caller }: RequestContext): Promise<Caller> {
  const { keys } = context.config;
  if (bearerToken(headers) === undefined) throw new FunctionError('no_authorization');
  const key = headers.get('apikey');
  const refusal = key === null ? undefined : await keyRefusal(key, keys, context.tokens);
  if (refusal !== undefined) throw new FunctionError('invalid_api_key', keyRefusals[refusal]);
  return caller();
}

/** Whether a function runs in spite of an error of `admit`: a preflight, or a bad token where it verifies tokens itself. */
function isTolerated(error: unknown, isPreflight: boolean, isVerified: boolean): boolean {
  if (error instanceof TokenError) return isPreflight || !isVerified;
  if (!(error instanceof FunctionError)) return false;
  return isPreflight || (!isVerified && error.code === 'no_authorization');
}

/** The audit log names the calling user for what a function does with the secret key. */
function bindingsFor(c: HttpContext, caller: Caller | undefined): object {
  const isPerson = caller?.claims.sub !== undefined;
  return actingFor(c.env as object, isPerson ? actorOf(caller) : undefined);
}

/** Methods that a `Request` cannot have. */
const impossibleMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * The request as the hosted runtime hands it over: the path begins with the function's name, and headers name the address
 * that the server found, whatever the client wrote into them.
 */
async function functionRequest(request: Request, address: string | undefined): Promise<Request> {
  const url = new URL(request.url);
  url.pathname = url.pathname.slice(prefix.length);
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  const body = hasBody ? ((await readBody(request, maxBodyBytes)) as Buffer<ArrayBuffer>) : null;
  const headers = withClientAddress(request.headers, address);
  return new Request(url, { method: request.method, headers, body, signal: request.signal });
}

/** Passes the response on as it streams in. The server alone says which pages may read it. */
function passOn(response: Response): Reply {
  const headers = new Headers(response.headers);
  for (const name of response.headers.keys()) if (name.startsWith('access-control-')) headers.delete(name);
  return { status: response.status, body: response.body, headers };
}

/** functions/v1: the functions of `SUPABASE_DIR/functions`, in this process. `app` is the whole server. */
export async function functionRoutes(context: Context, app: Hono): Promise<Hono> {
  const { config } = context;
  const functions = await loadFunctions(
    context,
    ownFetch(context, app, { bindings: {}, forwardedFor: undefined }),
  );

  async function serve({ c, context: requestContext }: FunctionCall): Promise<Reply> {
    const name = c.req.path.slice(prefix.length + 1).split('/')[0] ?? '';
    const loaded = functions.get(name);
    if (!loaded) throw new FunctionError('NOT_FOUND');
    if (impossibleMethods.has(c.req.method)) throw new FunctionError('method_not_allowed');
    const isVerified = config.protocol.functions[name]?.verify_jwt ?? true;
    const caller = await admit(context, requestContext).catch((error: unknown) => {
      if (isTolerated(error, c.req.method === 'OPTIONS', isVerified)) return undefined;
      throw error;
    });
    const { handler, remedy, ...scope } = loaded;
    if (!handler) throw new FunctionError('BOOT_ERROR', { message: remedy });
    const request = await functionRequest(c.req.raw, requestContext.address);
    const origin = { bindings: bindingsFor(c, caller), forwardedFor: c.req.header('x-forwarded-for') };
    const fetch = ownFetch(context, app, origin);
    const response = await callFunction(handler, request, { ...scope, fetch }).catch((cause: unknown) => {
      // A function may throw anything: an error of a connection that it opened says nothing about ours.
      throw new FunctionError('failed', { cause });
    });
    await noteRefusal(requestContext, c.req.raw, response.status, 'refused by the function');
    return passOn(response);
  }

  return createService(context, {
    dialect: functionDialect,
    endpoints: [['ALL', '*', serve, 'open']],
    request: (c, _path, requestContext) => ({ c, context: requestContext }),
    trafficKind: () => 'function',
  });
}
