import { randomUUID } from 'node:crypto';
import { Hono, type Context as HttpContext } from 'hono';
import type { Context } from './context.ts';
import { loggedPath } from '../http/logged-path.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { BusyError } from '../util/semaphore.ts';
import { toServiceError, type Dialect } from './dialect.ts';
import { json, redirect, render, type Endpoint, type Reply } from './endpoint.ts';
import { RedirectedError, type ServiceError } from './errors.ts';
import { isDiskFull } from '../disk/file-errors.ts';
import { awayPart } from '../telemetry/outages.ts';
import { requireSpace } from './space.ts';
import { readOrWrite, type TrafficKind } from './traffic.ts';
import { findWriter, noteChange, noteRefusal } from './trail.ts';

type Shell = Pick<
  Context,
  'config' | 'options' | 'tokens' | 'traffic' | 'space' | 'events' | 'log' | 'outages'
>;

/** A service as the shell sees it. `Request` is what its endpoints take. */
export interface Service<Failure extends ServiceError, Request> {
  readonly dialect: Dialect<Failure>;
  readonly endpoints: readonly Endpoint<Request>[];
  /** @param path as the endpoint declares it */
  request(c: HttpContext, path: string): Request;
  /** The limit that a request counts against. Without it the service has limits of its own. */
  trafficKind?(c: HttpContext): TrafficKind;
  /** Whether a request needs no API key though its endpoint is not open. */
  hasOtherProof?(c: HttpContext): boolean;
  /** The disks on which a write needs free space. Without it the service checks on its own. */
  readonly writesTo?: readonly (keyof Context['space'])[];
  /** Whether the audit log records writes of administrators. Without it the service records its own events. */
  readonly recordsWrites?: boolean;
  /** Audits an error in place of the shell, which audits only refusals for lack of rights. */
  recordError?(error: Failure, thrown: Error, c: HttpContext): Promise<void>;
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
async function refuseKey(shell: Shell, c: HttpContext): Promise<Reply | undefined> {
  const key = c.req.header('apikey') ?? c.req.query('apikey');
  const reason = await keyRefusal(key, shell.config.keys, shell.tokens);
  if (reason === undefined) return undefined;
  await noteRefusal(shell, c, 401, reason);
  return json(keyRefusals[reason], 401);
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

  async function serve(c: HttpContext, [, path, handle, ...marks]: Endpoint<Request>): Promise<Reply> {
    const kind = marks.includes('upload') ? 'upload' : service.trafficKind?.(c);
    const wait = kind ? await shell.traffic.count(c, kind) : 0;
    if (wait > 0) throw new BusyError(wait);
    const isOpen = marks.includes('open') || service.hasOtherProof?.(c);
    const refusal = isOpen ? undefined : await refuseKey(shell, c);
    if (refusal) return refusal;
    const writes = readOrWrite(c) === 'write' && !marks.includes('reading');
    const isLittle = c.req.method === 'DELETE' || marks.includes('essential');
    if (writes && writesTo) await requireSpace(shell.space, writesTo, isLittle ? 'little' : 'usual');
    const writer = writes && recordsWrites ? await findWriter(shell, c) : undefined;
    const reply = await handle(service.request(c, path));
    if (writer && !reply.isRead) noteChange(shell, c, reply.status, writer);
    return reply;
  }

  async function respond(raised: Error, c: HttpContext): Promise<Reply> {
    const thrown = raised instanceof RedirectedError ? (raised.cause as Error) : raised;
    const error = toServiceError(thrown, dialect);
    const errorId = reportFailure(shell, error, thrown, c);
    if (service.recordError) await service.recordError(error, thrown, c);
    else await noteRefusal(shell, c, error.status, error.code);
    if (raised instanceof RedirectedError) return redirect(303, raised.locate(error));
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    return dialect.render(error, c, errorId);
  }

  routes.onError(async (raised, c) => render(c, await respond(raised, c)));
  for (const endpoint of endpoints)
    routes.on(endpoint[0], endpoint[1], async (c) => render(c, await serve(c, endpoint)));
  routes.all('*', async (c, next) => {
    const refusal = await refuseKey(shell, c);
    return refusal ? render(c, refusal) : next();
  });
  return routes;
}
