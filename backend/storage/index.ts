import { Hono, type Context as HonoContext } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Context } from '../context.ts';
import { requireApiKey } from '../identity/api-key.ts';
import { bearerToken } from '../identity/caller.ts';
import { limitTraffic, readOrWrite, type TrafficKind } from '../service/traffic.ts';
import { loggedPath } from '../http/logged-path.ts';
import { findWriter, noteChange, noteRefusal } from '../service/trail.ts';
import { copyObject } from './endpoints/copy-object.ts';
import { createBucket } from './endpoints/create-bucket.ts';
import { deleteBucket } from './endpoints/delete-bucket.ts';
import { deleteObject } from './endpoints/delete-object.ts';
import { deleteObjects } from './endpoints/delete-objects.ts';
import { emptyBucket } from './endpoints/empty-bucket.ts';
import { renderError, StorageError, toStorageError } from './errors.ts';
import { featureAbsent } from './endpoints/absent-features.ts';
import { getBucket } from './endpoints/get-bucket.ts';
import { getAuthenticatedObject, getObject } from './endpoints/get-object.ts';
import { getObjectInfo, getPublicObjectInfo } from './endpoints/get-object-info.ts';
import { getPublicObject } from './endpoints/get-public-object.ts';
import { getSignedObject } from './endpoints/get-signed-object.ts';
import { listBuckets } from './endpoints/list-buckets.ts';
import { listObjects } from './endpoints/list-objects.ts';
import { listObjectsV2 } from './endpoints/list-objects-v2.ts';
import { moveObject } from './endpoints/move-object.ts';
import { renderAuthenticatedImage, renderPublicImage, renderSignedImage } from './endpoints/render-image.ts';
import { createStorageServices } from './services.ts';
import { signObject, signObjects } from './endpoints/sign-object.ts';
import { updateBucket } from './endpoints/update-bucket.ts';
import { createSignedUploadUrl, uploadToSignedUrl } from './endpoints/signed-upload.ts';
import { upload } from './endpoints/upload-object.ts';

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

/** storage/v1. Of addresses that match several lines the first counts. */
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

  app.get('/bucket', listBuckets(services));
  app.post('/bucket', createBucket(services));
  app.get('/bucket/:bucket', getBucket(services));
  app.put('/bucket/:bucket', updateBucket(services));
  app.delete('/bucket/:bucket', deleteBucket(services));
  app.post('/bucket/:bucket/empty', emptyBucket(services));

  app.all('/bucket/:bucket/lifecycle', featureAbsent(services, 'lifecycle'));
  app.delete('/cdn/*', featureAbsent(services, 'purgeCache'));

  // GET lines answer HEAD as well.
  app.get('/object/public/*', getPublicObject(services));
  app.get('/object/authenticated/*', getAuthenticatedObject(services));
  app.get('/object/sign/*', getSignedObject(services));
  app.get('/object/info/public/*', getPublicObjectInfo(services));
  app.get('/object/info/authenticated/*', getObjectInfo(services, '/object/info/authenticated/'));
  app.get('/object/info/*', getObjectInfo(services, '/object/info/'));
  app.post('/object/list/:bucket', listObjects(services));
  app.post('/object/list-v2/:bucket', listObjectsV2(services));
  app.post('/object/move', moveObject(services));
  app.post('/object/copy', copyObject(services));
  app.post('/object/sign/:bucket', signObjects(services));
  app.post('/object/sign/*', signObject(services));
  app.post('/object/upload/sign/*', createSignedUploadUrl(services));
  app.put('/object/upload/sign/*', uploadToSignedUrl(services));
  app.delete('/object/:bucket', deleteObjects(services));
  app.get('/object/*', getObject(services));
  app.post('/object/*', upload(services));
  app.put('/object/*', upload(services));
  app.delete('/object/*', deleteObject(services));

  app.get('/render/image/public/*', renderPublicImage(services));
  app.get('/render/image/authenticated/*', renderAuthenticatedImage(services));
  app.get('/render/image/sign/*', renderSignedImage(services));

  app.all('*', (c) => {
    throw new StorageError('NoSuchRoute', `${c.req.method}:${c.req.path}`);
  });
  return app;
}
