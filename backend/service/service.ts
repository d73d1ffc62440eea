import { randomUUID } from 'node:crypto';
import { Hono, type Context as HttpContext } from 'hono';
import type { Context } from './context.ts';
import { loggedPath } from '../http/logged-path.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { BusyError } from '../util/semaphore.ts';
import { toServiceError, type Dialect } from './dialect.ts';
import { json, redirect, render, type Endpoint, type Mark, type Reply } from './endpoint.ts';
import { RedirectedError, type ServiceError } from './errors.ts';
import { isDiskFull } from '../disk/file-errors.ts';
import { awayPart } from '../telemetry/outages.ts';
import { requireSpace } from './space.ts';
import { readOrWrite, type TrafficKind } from './traffic.ts';
import { createRequestContext, type RequestContext } from './request-context.ts';
import { noteChange, noteRefusal } from './trail.ts';

type Shell = Pick<
  Context,
  'config' | 'options' | 'tokens' | 'traffic' | 'space' | 'events' | 'log' | 'outages'
>;

/** A service as the shell sees it. `Request` is what its endpoints take. */
export interface Service<Failure extends ServiceError, Request> {
  readonly dialect: Dialect<Failure>;
  readonly endpoints: readonly Endpoint<Request>[];
  /** @param path as the endpoint declares it */
  request(c: HttpContext, path: string, context: RequestContext): Request;
  /** The limit that a request counts against. Without it the service has limits of its own. */
  trafficKind?(c: HttpContext): TrafficKind;
  /** Whether a request needs no API key though its endpoint is not open. */
  hasOtherProof?(c: HttpContext): boolean;
  /** The disks on which a write needs free space. Without it the service checks on its own. */
  readonly writesTo?: readonly (keyof Context['space'])[];
  /** Whether the audit log records writes of administrators. Without it the service records its own events. */
  readonly recordsWrites?: boolean;
  /** Records an error that an endpoint threw, and whether it did: the shell records only refusals for lack of rights. */
  recordError?(error: Failure, thrown: Error, request: Request): boolean;
}

/** Whether to log an error: not a full disk, which `Space` logs, nor a deliberate 503. */
function isFailure(error: ServiceError, thrown: Error): boolean {
  if (error.status < 500 || isDiskFull(thrown)) return false;
  return error !== thrown || error.status === 500;
}

/** Logs an error if the operator has to know of it. @returns the id of the log entry */
function reportFailure({ log, outages }: Shell, error: ServiceError, thrown: Error, c: HttpContext) {
  // A database error is the cause of the service's own error.
  const err = thrown === error ? ((error.cause as Error | undefined) ?? error) : thrown;
  const away = error.status === 503 ? awayPart(err) : undefined;
  if (away) {
    c.set('isOutage', true);
    outages.note(away, err);
  }
  if (away || !isFailure(error, thrown)) return undefined;
  const request = { requestId: c.get('requestId'), method: c.req.method, path: loggedPath(c.req.path) };
  if (error.isCallersDoing) {
    c.set('isCallersDoing', true);
    log.warn({ code: error.code, ...request }, 'request ended: it cost too much');
    return undefined;
  }
  const errorId = randomUUID();
  log.error({ err, errorId, ...request }, 'request failed');
  return errorId;
}

/** The response to a request without a valid API key; undefined when it has one. */
async function refuseKey(shell: Shell, c: HttpContext, context: RequestContext): Promise<Reply | undefined> {
  const key = c.req.header('apikey') ?? c.req.query('apikey');
  const reason = await keyRefusal(key, shell.config.keys, shell.tokens);
  if (reason === undefined) return undefined;
  await noteRefusal(context, c.req.raw, 401, reason);
  return json(keyRefusals[reason], 401);
}

/** Whether a request may change something, by its method and its endpoint. */
function isWrite(c: HttpContext, marks: readonly Mark[]): boolean {
  return readOrWrite(c) === 'write' && !marks.includes('reading');
}

/**
 * Creates the routes of a service. For every request the shell applies the traffic limits, checks the API key and the
 * free space, and records the writes of administrators. It logs, audits and renders every error. A path without an
 * endpoint is left to the app.
 */
export function createService<Failure extends ServiceError, Request>(
  shell: Shell,
  service: Service<Failure, Request>,
): Hono {
  const { dialect, endpoints, writesTo, recordsWrites } = service;
  const routes = new Hono();

  /** The response to a request that may not use the endpoint. @throws BusyError above a limit, or for a full disk */
  async function refuse(c: HttpContext, context: RequestContext, marks: readonly Mark[]) {
    const kind = marks.includes('upload') ? 'upload' : service.trafficKind?.(c);
    const wait = kind ? await shell.traffic.count(context, kind) : 0;
    if (wait > 0) throw new BusyError(wait);
    const isOpen = marks.includes('open') || service.hasOtherProof?.(c);
    const refusal = isOpen ? undefined : await refuseKey(shell, c, context);
    if (refusal) return refusal;
    const isLittle = c.req.method === 'DELETE' || marks.includes('essential');
    if (isWrite(c, marks) && writesTo)
      await requireSpace(shell.space, writesTo, isLittle ? 'little' : 'usual');
    return undefined;
  }

  async function serve(c: HttpContext, [, path, handle, ...marks]: Endpoint<Request>): Promise<Reply> {
    const context = createRequestContext(shell, c);
    let request: Request | undefined;
    try {
      const refusal = await refuse(c, context, marks);
      if (refusal) return refusal;
      const isRecorded = isWrite(c, marks) && recordsWrites;
      const writer = isRecorded ? await context.caller().catch(() => undefined) : undefined;
      request = service.request(c, path, context);
      const reply = await handle(request);
      if (writer && !reply.isRead) await noteChange(shell, context, c.req.raw, reply.status, writer);
      return reply;
    } catch (raised) {
      return respond(raised as Error, c, context, request);
    }
  }

  async function respond(raised: Error, c: HttpContext, context: RequestContext, request?: Request) {
    const thrown = raised instanceof RedirectedError ? (raised.cause as Error) : raised;
    const error = toServiceError(thrown, dialect);
    const errorId = reportFailure(shell, error, thrown, c);
    const isRecorded = request !== undefined && service.recordError?.(error, thrown, request);
    if (!isRecorded) await noteRefusal(context, c.req.raw, error.status, error.code);
    if (raised instanceof RedirectedError) return redirect(303, raised.locate(error));
    if (error.retryAfterSeconds !== undefined) c.header('Retry-After', String(error.retryAfterSeconds));
    return dialect.render(error, c, errorId);
  }

  routes.onError(async (raised, c) => render(c, await respond(raised, c, createRequestContext(shell, c))));
  for (const endpoint of endpoints)
    routes.on(endpoint[0], endpoint[1], async (c) => render(c, await serve(c, endpoint)));
  routes.all('*', async (c, next) => {
    const refusal = await refuseKey(shell, c, createRequestContext(shell, c));
    return refusal ? render(c, refusal) : next();
  });
  return routes;
}
