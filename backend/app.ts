import { authService } from './auth/index.ts';
import type { Context } from './service/context.ts';
import { functionsService } from './functions/index.ts';
import { loggedPath } from './http/logged-path.ts';
import {
  empty,
  json,
  notFound,
  webResponse,
  type Reply,
  type ReplyHeaders,
  type RequestServer,
} from './http/reply.ts';
import { requestWithin, type HttpRequest, type InternalSender } from './http/request.ts';
import { createCommonHeaders, preflightHeaders } from './http/security.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { observe } from './telemetry/requests.ts';
import { createObservation } from './telemetry/routes.ts';
import { realtimeService } from './realtime/index.ts';
import { restService } from './rest/index.ts';
import type { Serve } from './service/service.ts';
import { storageService } from './storage/index.ts';

/** The whole server without a port. */
export interface App extends RequestServer {
  /** Responds to a request from within the process: of a function, or of a test. */
  fetch(request: Request, sender?: InternalSender): Promise<Response>;
}

const notAllowed = json({ message: 'Method not allowed' }, 405);

/** `/rest/v1/rpc/x` is the path `/rpc/x` of the service `rest`. */
function splitPath(path: string): readonly [service: string, path: string] {
  const end = path.indexOf('/', 1);
  const rest = end + '/v1'.length;
  const isService = path.startsWith('/v1', end) && (path.length === rest || path[rest] === '/');
  return isService ? [path.slice(1, end), path.slice(rest) || '/'] : ['', path];
}

function vary(headers: ReplyHeaders, added: string | undefined): ReplyHeaders {
  if (added === undefined) return headers;
  return { ...headers, Vary: headers['Vary'] === undefined ? added : `${headers['Vary']}, ${added}` };
}

/**
 * The whole server: the API below `/auth/v1`, `/rest/v1`, `/storage/v1`, `/realtime/v1` (its websocket: `attachRealtime`)
 * and `/functions/v1`; health and metrics; the product's pages everywhere else.
 *
 * A request passes `http/listen.ts` (slow clients, address) → `http/turns.ts` → `http/gate.ts` → this file (identifier,
 * preflight, headers of every response, log) → `service/service.ts` (limits, key, space, endpoint, errors, audit) → the
 * service → `http/reply.ts`.
 */
export async function createApp(context: Context): Promise<App> {
  const { config, options, log, outages } = context;
  const metrics = createMetrics(context);
  const observers = { metrics, log, outages };
  const operatorPages = createObservation(context, metrics);
  const commonHeaders = createCommonHeaders(config);

  async function serve(http: HttpRequest): Promise<Reply> {
    const [name, path] = splitPath(http.path);
    const reply = (await services.get(name)?.(http, path)) ?? (await operatorPages(http));
    if (reply) return reply;
    if (http.method !== 'GET' && http.method !== 'HEAD') return notAllowed;
    return options.pages?.(http) ?? notFound;
  }

  function fail(error: unknown, { id, path }: HttpRequest): Reply {
    log.error({ requestId: id, err: error, path: loggedPath(path) }, 'request failed');
    return json({ message: 'The server could not do this. Please try again later.' }, 500);
  }

  async function respond(http: HttpRequest): Promise<Reply> {
    const started = performance.now();
    const origin = http.headers.get('origin');
    const isPreflight = http.method === 'OPTIONS' && origin !== null;
    const reply = isPreflight
      ? empty(204, preflightHeaders(http.headers.get('access-control-request-headers') ?? ''))
      : await serve(http).catch((error: unknown) => fail(error, http));
    observe(observers, http, reply, (performance.now() - started) / 1000);
    const common = vary(commonHeaders(origin), reply.vary);
    return { ...reply, headers: { ...common, 'X-Request-Id': http.id, ...reply.headers } };
  }

  const app: App = {
    respond,
    fail,
    async fetch(request, sender) {
      const http = requestWithin(request, sender);
      return webResponse(await respond(http), http.method === 'HEAD');
    },
  };
  const services = new Map<string, Serve>([
    ['auth', authService(context)],
    ['rest', restService(context)],
    ['storage', storageService(context)],
    ['realtime', realtimeService(context)],
    ['functions', await functionsService(context, app)],
  ]);
  return app;
}
