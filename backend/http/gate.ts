import { setTimeout as delay } from 'node:timers/promises';
import { json, unavailable, type Reply, type RequestServer } from './reply.ts';
import type { HttpRequest } from './request.ts';

const starting = unavailable('The server is starting.', { 'Retry-After': '1' });

/** Requests that must not wait: a websocket, whose client retries by itself, and health checks. */
function isImmediate({ headers, path }: HttpRequest): boolean {
  return headers.has('upgrade') || path === '/health' || path === '/health/ready';
}

/**
 * Responds while the server still migrates its database: it is live, but not ready. Other requests wait up to ten seconds,
 * so that behind a proxy with this server alone a restart delays people and refuses nobody.
 * @param timeoutMs how long a request waits for the backend
 */
export function createGate(timeoutMs = 10_000) {
  const { promise, resolve } = Promise.withResolvers<RequestServer>();
  let backend: RequestServer | undefined;

  async function wait(request: HttpRequest): Promise<Reply> {
    if (request.path === '/health/live') return json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' });
    if (isImmediate(request)) return starting;
    const opened = await Promise.race([promise, delay(timeoutMs, undefined, { ref: false })]);
    return opened ? opened.respond(request) : starting;
  }

  return {
    respond: (request: HttpRequest): Promise<Reply> => (backend ?? { respond: wait }).respond(request),
    fail: (error: unknown, request: HttpRequest): Reply => backend?.fail(error, request) ?? starting,
    /** From now on requests go to the backend, those that wait included. */
    open(to: RequestServer): void {
      backend = to;
      resolve(to);
    },
  };
}
