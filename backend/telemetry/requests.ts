import type { Logger } from 'pino';
import { loggedPath } from '../http/logged-path.ts';
import type { Reply } from '../http/reply.ts';
import type { HttpRequest } from '../http/request.ts';
import type { Metrics } from './metrics.ts';
import type { Outages } from './outages.ts';

/** Logs requests that take longer as warnings. */
const slowSeconds = 1;

interface Observers {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly outages: Pick<Outages, 'isOpen'>;
}

/**
 * Counts a response and logs it: server errors as errors, slow requests and those that cost too much as warnings, all
 * others at `debug`, those too that a part of the installation was away for. A rate-limited request counts as 429 and not as
 * a failure, even where its status is 503 so that a client keeps its session; that this process stops does not count. No
 * log line holds a query, a body, an address or a name.
 * @param seconds until the response was ready
 */
export function observe(
  { metrics, log, outages }: Observers,
  { id, method, path }: HttpRequest,
  { status: sent, note }: Reply,
  seconds: number,
): void {
  if (note === 'stopping') return;
  const status = note === 'limited' ? 429 : sent;
  metrics.observe(path, method, status, seconds);
  // A function that got 503 for its own request responds with one, too.
  const isOutage = note === 'outage' || (status === 503 && outages.isOpen('the database'));
  const isFailure = status >= 500 && !isOutage && note !== 'costly';
  const level = isFailure ? 'error' : seconds > slowSeconds || note === 'costly' ? 'warn' : 'debug';
  if (!log.isLevelEnabled(level)) return;
  const milliseconds = Math.round(seconds * 1000);
  log[level]({ requestId: id, method, path: loggedPath(path), status, milliseconds }, 'request');
}
