import { setTimeout as delay } from 'node:timers/promises';
import type { createAdaptorServer } from '@hono/node-server';

type Fetch = Parameters<typeof createAdaptorServer>[0]['fetch'];

const retryAfterSeconds = '1';

function respond(status: 200 | 503, body: object): Response {
  const headers = {
    'Cache-Control': 'no-store',
    ...(status === 503 && { 'Retry-After': retryAfterSeconds }),
  };
  return Response.json(body, { status, headers });
}

const starting = { status: 'unavailable', message: 'The server is starting.' };

/** Requests that must not wait: a websocket, whose client retries by itself, and health checks. */
function isImmediate(request: Request, path: string): boolean {
  return request.headers.has('upgrade') || path === '/health' || path === '/health/ready';
}

/**
 * Responds while the server still migrates its database: it is live, but not ready. Other requests wait up to ten seconds,
 * so that behind a proxy with this server alone a restart delays people and refuses nobody.
 * @param timeoutMs how long a request waits for the backend
 */
export function createGate(timeoutMs = 10_000) {
  const { promise, resolve } = Promise.withResolvers<Fetch>();
  let backend: Fetch | undefined;
  const fetch: Fetch = async (request, env) => {
    if (backend) return backend(request, env);
    const path = new URL(request.url).pathname;
    if (path === '/health/live') return respond(200, { status: 'ok' });
    if (isImmediate(request, path)) return respond(503, starting);
    const opened = await Promise.race([promise, delay(timeoutMs, undefined, { ref: false })]);
    return opened ? opened(request, env) : respond(503, starting);
  };
  return {
    fetch,
    /** From now on requests go to the backend, those that wait included. */
    open(to: Fetch): void {
      backend = to;
      resolve(to);
    },
  };
}
