import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Context } from '../service/context.ts';
import { requireApiKey } from '../identity/api-key.ts';
import { bearerToken } from '../identity/caller.ts';
import { limitTraffic, readOrWrite, type TrafficKind } from '../service/traffic.ts';
import { loggedPath } from '../http/logged-path.ts';
import { findWriter, noteChange, noteRefusal } from '../service/trail.ts';
import { renderError, StorageError, toStorageError } from './errors.ts';
import { imageRoutes, routes } from './endpoints/routes.ts';
import { adaptEndpoint } from './request.ts';
import { createStorageServices } from './services.ts';

async function respondError(context: Context, thrown: Error, c: HonoContext): Promise<Response> {
  const error = toStorageError(thrown);
  const { body, httpStatus } = renderError(error);
  // A full disk is logged once, where it is found; the line of each request says that it was refused.
  if (httpStatus >= 500 && error.code !== 'InsufficientStorage') {
    const request = { requestId: c.get('requestId'), method: c.req.method, path: loggedPath(c.req.path) };
    context.log.error({ err: error.cause ?? error, ...request }, 'storage failed');
  }
  await noteRefusal(context, c, Number(body['statusCode']), error.code);
  const headers = { 'Cache-Control': 'no-store', ...(httpStatus === 429 && { 'Retry-After': '2' }) };
  return c.json(body, httpStatus as ContentfulStatusCode, headers);
}

/** POST requests that change nothing. */
const readingPosts = /\/object\/(list|list-v2|sign)\//;

const otherPosts = /\/object\/(list|list-v2|sign|move|copy|upload\/sign)(\/|$)/;

function trafficKind(c: HonoContext): TrafficKind {
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
function needsNoKey({ req }: HonoContext): boolean {
  const isRead = req.method === 'GET' || req.method === 'HEAD';
  if (isRead ? openReads.test(req.path) : req.method === 'PUT' && openWrites.test(req.path)) return true;
  return req.header('apikey') === undefined && bearerToken(req.raw.headers) !== undefined;
}

function refuseTraffic(c: HonoContext): Response {
  return c.json(renderError(new StorageError('SlowDown')).body, 429);
}

/** The routes of storage/v1. */
export function storageRoutes(context: Context): Hono {
  const services = createStorageServices(context);
  const app = new Hono();
  app.onError((error, c) => respondError(context, error, c));
  app.use(limitTraffic(context.traffic, trafficKind, refuseTraffic));
  app.use(requireApiKey(context, needsNoKey));

  app.use(async (c, next) => {
    const writer = readingPosts.test(c.req.path) ? undefined : await findWriter(context, c);
    await next();
    noteChange(context, c, c.res.status, writer);
  });

  app.use(async (c, next) => {
    const writes = c.req.method !== 'GET' && c.req.method !== 'HEAD' && !readingPosts.test(c.req.path);
    const need = c.req.method === 'DELETE' ? 'little' : 'usual';
    const { files, database } = context.space;
    if (writes && !((await files.hasRoom(need)) && (await database.hasRoom(need))))
      throw new StorageError('InsufficientStorage');
    return next();
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
