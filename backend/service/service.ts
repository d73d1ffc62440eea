import { randomUUID } from 'node:crypto';
import type { Context } from './context.ts';
import { loggedPath } from '../http/logged-path.ts';
import { json, redirect, type Note, type Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { BusyError } from '../util/semaphore.ts';
import { toServiceError, type Dialect } from './dialect.ts';
import type { Endpoint, Mark } from './endpoint.ts';
import { RedirectedError, type ServiceError } from './errors.ts';
import { isDiskFull } from '../disk/file-errors.ts';
import { awayPart } from '../telemetry/outages.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';
import { createRouter, type Route, type RoutePath } from './routes.ts';
import { requireSpace } from './space.ts';
import { readOrWrite, type TrafficKind } from './traffic.ts';
import { noteChange, noteRefusal } from './trail.ts';

type Shell = Pick<
  Context,
  'config' | 'options' | 'tokens' | 'traffic' | 'space' | 'events' | 'log' | 'outages'
>;

/** A service as the shell sees it. `Request` is what its endpoints take. */
export interface Service<Failure extends ServiceError, Request> {
  readonly dialect: Dialect<Failure>;
  readonly endpoints: readonly Endpoint<Request>[];
  request(http: HttpRequest, context: RequestContext, path: RoutePath): Request;
  /** The limit that a request counts against. Without it the service has limits of its own. */
  trafficKind?(http: HttpRequest): TrafficKind;
  /** Whether a request needs no API key though its endpoint is not open. */
  hasOtherProof?(http: HttpRequest): boolean;
  /** The disks on which a write needs free space. Without it the service checks on its own. */
  readonly writesTo?: readonly (keyof Context['space'])[];
  /** Whether the audit log records writes of administrators. Without it the service records its own events. */
  readonly recordsWrites?: boolean;
  /** Records an error that an endpoint threw, and whether it did: the shell records only refusals for lack of rights. */
  recordError?(error: Failure, thrown: Error, request: Request): boolean;
}

/** Serves the requests of a service by their path below its prefix; undefined leaves a request to the app. */
export type Serve = (http: HttpRequest, path: string) => Promise<Reply | undefined>;

/** Whether to log an error: not a full disk, which `Space` logs, nor a deliberate 503. */
function isFailure(error: ServiceError, thrown: Error): boolean {
  if (error.status < 500 || isDiskFull(thrown)) return false;
  return error !== thrown || error.status === 500;
}

/** How log and metrics count an error, and the id of its entry in the log, if it has one. */
interface Report {
  readonly note?: Note;
  readonly errorId?: string;
}

/** Logs an error if the operator has to know of it. */
function reportFailure(
  { log, outages }: Shell,
  error: ServiceError,
  thrown: Error,
  http: HttpRequest,
): Report {
  // A database error is the cause of the service's own error.
  const err = thrown === error ? ((error.cause as Error | undefined) ?? error) : thrown;
  const away = error.status === 503 ? awayPart(err) : undefined;
  if (away) {
    outages.note(away, err);
    return { note: 'outage' };
  }
  if (!isFailure(error, thrown)) return {};
  const request = { requestId: http.id, method: http.method, path: loggedPath(http.path) };
  if (error.isCallersDoing) {
    log.warn({ code: error.code, ...request }, 'request ended: it cost too much');
    return { note: 'costly' };
  }
  const errorId = randomUUID();
  log.error({ err, errorId, ...request }, 'request failed');
  return { errorId };
}

/** Whether a request may change something, by its method and its endpoint. */
function isWrite(http: HttpRequest, marks: readonly Mark[]): boolean {
  return readOrWrite(http) === 'write' && !marks.includes('reading');
}

/** The response to a request without a valid API key; undefined when it has one. */
async function refuseKey(
  { config, tokens }: Shell,
  http: HttpRequest,
  context: RequestContext,
): Promise<Reply | undefined> {
  const key = http.headers.get('apikey') ?? http.query.get('apikey');
  const reason = await keyRefusal(key, config.keys, tokens);
  if (reason === undefined) return undefined;
  await noteRefusal(context, http, 401, reason);
  return json(keyRefusals[reason], 401);
}

/** The response to a request that may not use the endpoint. @throws BusyError above a limit, or for a full disk */
async function refuse(
  shell: Shell,
  service: Pick<Service<never, never>, 'trafficKind' | 'hasOtherProof' | 'writesTo'>,
  http: HttpRequest,
  context: RequestContext,
  marks: readonly Mark[],
): Promise<Reply | undefined> {
  const kind = marks.includes('upload') ? 'upload' : service.trafficKind?.(http);
  const wait = kind ? await shell.traffic.count(context, kind) : 0;
  if (wait > 0) throw new BusyError(wait);
  const isOpen = marks.includes('open') || service.hasOtherProof?.(http);
  const refusal = isOpen ? undefined : await refuseKey(shell, http, context);
  if (refusal) return refusal;
  const isLittle = http.method === 'DELETE' || marks.includes('essential');
  if (isWrite(http, marks) && service.writesTo)
    await requireSpace(shell.space, service.writesTo, isLittle ? 'little' : 'usual');
  return undefined;
}

/**
 * Creates the shell of a service. For every request it applies the traffic limits, checks the API key and the free space,
 * and records the writes of administrators. It logs, audits and renders every error. A path without an endpoint is left
 * to the app.
 */
export function createService<Failure extends ServiceError, Request>(
  shell: Shell,
  service: Service<Failure, Request>,
): Serve {
  const { dialect } = service;
  const findRoute = createRouter(service.endpoints);

  async function fail(raised: Error, http: HttpRequest, context: RequestContext, request?: Request) {
    const thrown = raised instanceof RedirectedError ? (raised.cause as Error) : raised;
    const error = toServiceError(thrown, dialect);
    const { note, errorId } = reportFailure(shell, error, thrown, http);
    const isRecorded = request !== undefined && service.recordError?.(error, thrown, request);
    if (!isRecorded) await noteRefusal(context, http, error.status, error.code);
    if (raised instanceof RedirectedError) return redirect(303, raised.locate(error));
    const reply = dialect.render(error, http, errorId);
    const { retryAfterSeconds } = error;
    const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    return { ...(note && { note }), ...reply, headers: { ...headers, ...reply.headers } };
  }

  async function serve(http: HttpRequest, context: RequestContext, route: Route<Request>) {
    const [, , handle, ...marks] = route.endpoint;
    const refusal = await refuse(shell, service, http, context, marks);
    if (refusal) return refusal;
    const isRecorded = isWrite(http, marks) && service.recordsWrites;
    const writer = isRecorded ? await context.caller().catch(() => undefined) : undefined;
    const request = service.request(http, context, route);
    try {
      const reply = await handle(request);
      if (writer && !reply.isRead) await noteChange(shell, context, http, reply.status, writer);
      return reply;
    } catch (raised) {
      return fail(raised as Error, http, context, request);
    }
  }

  return async (http, path) => {
    const context = createRequestContext(shell, http);
    try {
      const route = findRoute(http.method, path);
      return route ? await serve(http, context, route) : await refuseKey(shell, http, context);
    } catch (raised) {
      return fail(raised as Error, http, context);
    }
  };
}
