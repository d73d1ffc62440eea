import type { Hono, Context as HttpContext } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { Context } from '../service/context.ts';
import { bearerToken } from '../identity/caller.ts';
import { createService } from '../service/service.ts';
import { readOrWrite } from '../service/traffic.ts';
import { noSuchRoute, storageDialect } from './errors.ts';
import { routes, type Mark } from './endpoints/routes.ts';
import { storageRequest } from './request.ts';
import { createStorageServices } from './services.ts';

/** By method and path, as Hono reports a matched route. */
const marksOf = new Map<string, readonly Mark[]>(
  routes.map(([method, path, , ...marks]) => [`${method} /storage/v1${path}`, marks]),
);

/** Whether the endpoint of a request has a mark. */
function has(mark: Mark, c: HttpContext): boolean {
  for (const { method, path } of matchedRoutes(c)) {
    const marks = marksOf.get(`${method} ${path}`);
    if (marks) return marks.includes(mark);
  }
  return false;
}

/** As upstream, storage takes a token or key in `Authorization` alone. */
function needsKey(c: HttpContext): boolean {
  const hasToken = c.req.header('apikey') === undefined && bearerToken(c.req.raw.headers) !== undefined;
  return !hasToken && !has('open', c);
}

function writes(c: HttpContext): boolean {
  return readOrWrite(c) === 'write' && !has('reading', c);
}

/** The routes of storage/v1. */
export function storageRoutes(context: Context): Hono {
  const services = createStorageServices(context);
  const app = createService(context, {
    dialect: storageDialect,
    trafficKind: (c) => (readOrWrite(c) === 'write' && has('upload', c) ? 'upload' : readOrWrite(c)),
    needsKey,
    spaceNeed: (c) =>
      writes(c)
        ? { on: ['files', 'database'], need: c.req.method === 'DELETE' ? 'little' : 'usual' }
        : undefined,
    recordsWrite: writes,
  });
  for (const [method, path, endpoint] of routes) {
    const prefix = path.replace(/\*$/, '');
    app.on(method, path, async (c) => {
      const { body, status, headers, vary } = await endpoint(storageRequest(services, c, prefix));
      if (vary !== undefined) c.header('Vary', vary, { append: true });
      return c.newResponse(body, status, headers);
    });
  }
  app.all('*', (c) => {
    throw noSuchRoute(c.req.raw);
  });
  return app;
}
