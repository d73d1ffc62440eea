import { randomUUID } from 'node:crypto';
import { Hono, type Context as HttpContext } from 'hono';
import type { Logger } from 'pino';
import type { Context } from './context.ts';
import { loggedPath } from '../http/logged-path.ts';
import { keyRefusal, keyRefusals } from '../identity/api-key.ts';
import { BusyError } from '../util/semaphore.ts';
import { toServiceError, type Dialect } from './dialect.ts';
import type { ServiceError } from './errors.ts';
import { isDiskFull, requireSpace, type SpaceNeed } from './space.ts';
import type { TrafficKind } from './traffic.ts';
import { findWriter, noteChange, noteRefusal } from './trail.ts';

type Shell = Pick<Context, 'config' | 'options' | 'tokens' | 'traffic' | 'space' | 'events' | 'log'>;

/** A service as the shell sees it. */
export interface Service<Failure extends ServiceError> {
  readonly dialect: Dialect<Failure>;
  /** The limit that a request counts against. Without it the service has limits of its own. */
  trafficKind?(c: HttpContext): TrafficKind;
  /** Whether a request needs an API key: a caller who forgets it gets an error instead of the empty lists of a stranger. */
  needsKey?(c: HttpContext): boolean;
  /** The free space that a request needs; undefined for one that writes nothing. */
  spaceNeed?(c: HttpContext): SpaceNeed | undefined;
  /** Whether the audit log records a write of an administrator. Without it the service records its own events. */
  recordsWrite?(c: HttpContext): boolean;
  /** Audits an error in place of the shell, which audits only refusals for lack of rights. */
  recordError?(error: Failure, thrown: Error, c: HttpContext): Promise<void>;
}

/** Whether to log an error: not a full disk, which `Space` logs, nor a deliberate 503. */
function isFailure(error: ServiceError, thrown: Error): boolean {
  if (error.status < 500 || isDiskFull(thrown)) return false;
  return error !== thrown || error.status === 500;
}

/** Logs an error if the operator has to know of it. @returns the id of the log entry */
export function reportFailure(log: Logger, error: ServiceError, thrown: Error, c: HttpContext) {
  if (!isFailure(error, thrown)) return undefined;
  const errorId = randomUUID();
  const request = { requestId: c.get('requestId'), method: c.req.method, path: loggedPath(c.req.path) };
  // A database error is the cause of the service's own error.
  const err = thrown === error ? (error.cause ?? error) : thrown;
  log.error({ err, errorId, ...request }, 'request failed');
  return errorId;
}

/**
 * Creates the routes of a service, without endpoints yet. For every request the shell applies the traffic limits, checks
 * the API key and the free space, and records the writes of administrators. It logs, audits and renders every error.
 */
export function createService<Failure extends ServiceError>(shell: Shell, service: Service<Failure>): Hono {
  const routes = new Hono();

  async function respond(thrown: Error, c: HttpContext): Promise<Response> {
    const error = toServiceError(thrown, service.dialect);
    const errorId = reportFailure(shell.log, error, thrown, c);
    if (service.recordError) await service.recordError(error, thrown, c);
    else await noteRefusal(shell, c, error.status, error.code);
    if (error.retryAfter !== undefined) c.header('Retry-After', String(error.retryAfter));
    return service.dialect.render(error, c, errorId);
  }

  routes.onError(respond);
  routes.use(async (c, next) => {
    const wait = service.trafficKind ? await shell.traffic.count(c, service.trafficKind(c)) : 0;
    if (wait > 0) return respond(new BusyError(wait), c);
    if (service.needsKey?.(c)) {
      const key = c.req.header('apikey') ?? c.req.query('apikey');
      const refusal = await keyRefusal(key, shell.config.keys, shell.tokens);
      if (refusal !== undefined) {
        await noteRefusal(shell, c, 401, refusal);
        return c.json(keyRefusals[refusal], 401);
      }
    }
    const need = service.spaceNeed?.(c);
    if (need) await requireSpace(shell.space, need);
    const writer = service.recordsWrite?.(c) ? await findWriter(shell, c) : undefined;
    if (!writer) return next();
    await next();
    return noteChange(shell, c, c.res.status, writer);
  });
  return routes;
}
