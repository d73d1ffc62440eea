import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { loggedPath } from '../http/logged-path.ts';
import type { Metrics } from './metrics.ts';
import type { Outages } from './outages.ts';

declare module 'hono' {
  interface ContextVariableMap {
    /** Also sent as `X-Request-Id`, so that a person who reports a failure can name it. */
    readonly requestId: string;
    /** Set when the response reports that this process stops: an error status that is no failure. */
    readonly isExpected: true;
    /** Set when a part of the installation is away: `Outages` logs that. */
    readonly isOutage: true;
    /** The request itself brought the error about, whatever its status. */
    readonly isCallersDoing: true;
  }
}

/** Logs requests that take longer as warnings. */
const slowSeconds = 1;

/**
 * Gives each request an identifier, counts its response, and logs it: server errors as errors, slow requests and those
 * that cost too much as warnings, all others at `debug`, those too that a part of the installation was away for. A rate-limited request counts as 429 and not as a failure, even where its status is
 * 503 so that a client keeps its session; an expected error does not count. No log line holds a query, a body, an address
 * or a name.
 */
export function observeRequests(
  metrics: Metrics,
  { log, outages }: { readonly log: Logger; readonly outages: Pick<Outages, 'isOpen'> },
): MiddlewareHandler {
  return async (c, next) => {
    const requestId = randomUUID();
    const started = performance.now();
    c.set('requestId', requestId);
    c.header('X-Request-Id', requestId);
    await next();
    if (c.get('isExpected')) return;
    const seconds = (performance.now() - started) / 1000;
    const status = c.get('limited') ? 429 : c.res.status;
    metrics.observe(c.req.path, c.req.method, status, seconds);
    // A function that got 503 for its own request responds with one, too.
    const isOutage = c.get('isOutage') || (status === 503 && outages.isOpen('the database'));
    const isFailure = status >= 500 && !isOutage && !c.get('isCallersDoing');
    const isNotable = seconds > slowSeconds || c.get('isCallersDoing');
    const level = isFailure ? 'error' : isNotable ? 'warn' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const milliseconds = Math.round(seconds * 1000);
    log[level](
      { requestId, method: c.req.method, path: loggedPath(c.req.path), status, milliseconds },
      'request',
    );
  };
}
