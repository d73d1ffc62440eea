import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../service/context.ts';
import { bearerToken } from '../identity/caller.ts';
import { createService } from '../service/service.ts';
import { readOrWrite, type TrafficKind } from '../service/traffic.ts';
import { storageDialect, StorageError } from './errors.ts';
import { imageRoutes, routes } from './endpoints/routes.ts';
import { adaptEndpoint } from './request.ts';
import { createStorageServices } from './services.ts';

/** POST requests that change nothing. */
const readingPosts = /\/object\/(list|list-v2|sign)\//;

const otherPosts = /\/object\/(list|list-v2|sign|move|copy|upload\/sign)(\/|$)/;

function trafficKind(c: HttpContext): TrafficKind {
  const kind = readOrWrite(c);
  if (kind === 'read' || c.req.method === 'DELETE') return kind;
  const sends = c.req.path.includes('/object/') && (c.req.method === 'PUT' || !otherPosts.test(c.req.path));
  return sends ? 'upload' : kind;
}

/** Public objects, and URLs that carry their own proof. */
const openReads =
  /^\/storage\/v1\/(status$|health$|object\/(public|sign|info\/public)\/|render\/image\/(public|sign)\/)/;
const openWrites = /^\/storage\/v1\/object\/upload\/sign\//;

/** As upstream, storage takes a token or key in `Authorization` alone. */
function needsNoKey({ req }: HttpContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead ? openReads.test(req.path) : req.method === 'PUT' && openWrites.test(req.path)) return true;
  return req.header('apikey') === undefined && bearerToken(req.raw.headers) !== undefined;
}

function writes(c: HttpContext): boolean {
  return readOrWrite(c) === 'write' && !readingPosts.test(c.req.path);
}

/** The routes of storage/v1. */
export function storageRoutes(context: Context): Hono {
  const services = createStorageServices(context);
  const app = createService(context, {
    dialect: storageDialect,
    trafficKind,
    needsKey: (c) => !needsNoKey(c),
    spaceNeed: (c) =>
      writes(c)
        ? { on: ['files', 'database'], need: c.req.method === 'DELETE' ? 'little' : 'usual' }
        : undefined,
    recordsWrite: writes,
  });

  app.get('/status', (c) => c.body(null, 200));
  app.get('/health', (c) => c.json({ healthy: true }));

  for (const [method, path, endpoint] of [...routes, ...(services.imageTransformation ? imageRoutes : [])])
    app.on(method, path, adaptEndpoint(context, services, path, endpoint));

  app.all('*', (c) => {
    throw new StorageError('NoSuchRoute', `${c.req.method}:${c.req.path}`);
  });
  return app;
}
