import { Hono } from 'hono';
import { authRoutes } from './auth/index.ts';
import type { Context } from './service/context.ts';
import { functionRoutes } from './functions/index.ts';
import { BodyBrokenOffError } from './service/body.ts';
import { loggedPath } from './http/logged-path.ts';
import { crossOriginHeaders, preflightHeaders, securityHeaders } from './http/security.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { observeRequests } from './telemetry/requests.ts';
import { observationRoutes } from './telemetry/routes.ts';
import { realtimeRoutes } from './realtime/index.ts';
import { restRoutes } from './rest/index.ts';
import { storageRoutes } from './storage/index.ts';

/**
 * The whole server as one handler, without a port: the API below `/auth/v1`, `/rest/v1`, `/storage/v1`, `/realtime/v1`
 * (its websocket: `attachRealtime`) and `/functions/v1`; health and metrics; the product's pages everywhere else.
 */
export async function createApp(context: Context): Promise<Hono> {
  const app = new Hono();
  const { config, options, log } = context;
  const metrics = createMetrics(context);

  app.use(observeRequests(metrics, context));
  app.use(async (c, next) => {
    for (const [name, value] of Object.entries(securityHeaders)) c.header(name, value);
    const origin = c.req.header('origin') ?? null;
    const crossOrigin = crossOriginHeaders(origin, config);
    for (const [name, value] of Object.entries(crossOrigin)) c.header(name, value);
    if (c.req.method === 'OPTIONS' && origin !== null)
      return c.body(null, 204, preflightHeaders(c.req.header('access-control-request-headers') ?? ''));
    return next();
  });

  app.route('/', observationRoutes(context, metrics));
  app.route('/auth/v1', authRoutes(context));
  app.route('/rest/v1', restRoutes(context));
  app.route('/storage/v1', storageRoutes(context));
  app.route('/realtime/v1', realtimeRoutes(context));
  app.route('/functions/v1', await functionRoutes(context, app));

  app.on(['GET', 'HEAD'], '*', (c) => {
    const page = options.pages?.(c.req.path, c.req.raw);
    return page ? c.newResponse(page.body, page) : c.notFound();
  });
  app.all('*', (c) => c.json({ message: 'Method not allowed' }, 405));
  app.notFound((c) => c.json({ message: 'Not found' }, 404));
  app.onError((error, c) => {
    if (error instanceof BodyBrokenOffError) return c.json({ message: error.message }, 400);
    const requestId = c.get('requestId');
    log.error({ requestId, err: error, path: loggedPath(c.req.path) }, 'request failed');
    return c.json({ message: 'The server could not do this. Please try again later.' }, 500);
  });
  return app;
}
