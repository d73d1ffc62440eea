import type { Context } from '../service/context.ts';
import { readBody } from '../service/body.ts';
import { actorOf } from '../identity/actor.ts';
import { withClientAddress } from '../http/client-address.ts';
import { headerName, type Reply } from '../http/reply.ts';
import type { HttpRequest, InternalSender } from '../http/request.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { bearerToken, type Caller } from '../identity/caller.ts';
import { TokenError } from '../identity/tokens.ts';
import { createService, type Serve } from '../service/service.ts';
import type { RequestContext } from '../service/request-context.ts';
import { noteRefusal } from '../service/trail.ts';
import { FunctionError, functionDialect } from './errors.ts';
import { loadFunctions } from './load.ts';
import { callFunction } from './runtime.ts';

const maxBodyBytes = 1024 * 1024;
const prefix = '/functions/v1';

/** A call of a function, with the facts that the shell has resolved. */
interface FunctionCall {
  readonly http: HttpRequest;
  readonly context: RequestContext;
}

/** The whole server, for the requests of functions. */
interface Own {
  fetch(request: Request, sender?: InternalSender): Promise<Response>;
}

/** Requests of a function to this installation's own address go straight into the app. */
function ownFetch(context: Context, app: Own, sender: InternalSender): typeof fetch {
  const { origin } = new URL(context.config.publicUrl);
  return async (input, init) => {
    const request = new Request(input, init);
    return new URL(request.url).origin === origin ? app.fetch(request, sender) : fetch(request);
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

/**
 * The sender of the requests that a function makes while it serves a request: the client's address counts, and the audit
 * log names the calling user for what the function does with the secret key.
 */
function senderFor({ address }: HttpRequest, caller: Caller | undefined): InternalSender {
  const isPerson = caller?.claims.sub !== undefined;
  return { address, callingFunction: { serves: isPerson ? actorOf(caller) : undefined } };
}

/** Methods that a `Request` cannot have. */
const impossibleMethods: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * The request as the hosted runtime hands it over: the path begins with the function's name, and headers name the address
 * that the server found, whatever the client wrote into them.
 */
async function functionRequest({ config }: Context, http: HttpRequest): Promise<Request> {
  const { method, path, search, address, signal } = http;
  const body = method === 'GET' || method === 'HEAD' ? null : await readBody(http, maxBodyBytes);
  const target = `${path.slice(prefix.length)}${search === '' ? '' : `?${search}`}`;
  const url = URL.parse(target, `http://${http.headers.get('host')}`) ?? new URL(target, config.publicUrl);
  return new Request(url, { method, headers: withClientAddress(http.headers, address), body, signal });
}

/** Passes the response on as it streams in. The server alone says which pages may read it. */
function passOn({ status, body, headers: given }: Response): Reply {
  const headers = [...given].filter(([name]) => name !== 'set-cookie' && !name.startsWith('access-control-'));
  return {
    status,
    body,
    headers: Object.fromEntries(headers.map(([name, value]) => [headerName(name), value])),
    cookies: given.getSetCookie(),
  };
}

/** functions/v1: the functions of `SUPABASE_DIR/functions`, in this process. `app` is the whole server. */
export async function functionsService(context: Context, app: Own): Promise<Serve> {
  const { config } = context;
  const functions = await loadFunctions(context, ownFetch(context, app, {}));

  async function serve({ http, context: requestContext }: FunctionCall): Promise<Reply> {
    const name = http.path.slice(prefix.length + 1).split('/')[0] ?? '';
    const loaded = functions.get(name);
    if (!loaded) throw new FunctionError('NOT_FOUND');
    if (impossibleMethods.has(http.method)) throw new FunctionError('method_not_allowed');
    const isVerified = config.protocol.functions[name]?.verify_jwt ?? true;
    const caller = await admit(context, requestContext).catch((error: unknown) => {
      if (isTolerated(error, http.method === 'OPTIONS', isVerified)) return undefined;
      throw error;
    });
    const { handler, remedy, ...scope } = loaded;
    if (!handler) throw new FunctionError('BOOT_ERROR', { message: remedy });
    const request = await functionRequest(context, http);
    const fetch = ownFetch(context, app, senderFor(http, caller));
    const response = await callFunction(handler, request, { ...scope, fetch }).catch((cause: unknown) => {
      // A function may throw anything: an error of a connection that it opened says nothing about ours.
      throw new FunctionError('failed', { cause });
    });
    await noteRefusal(requestContext, http, response.status, 'refused by the function');
    return passOn(response);
  }

  return createService(context, {
    dialect: functionDialect,
    endpoints: [['ALL', '*', serve, 'open']],
    request: (http, requestContext) => ({ http, context: requestContext }),
    trafficKind: () => 'function',
  });
}
