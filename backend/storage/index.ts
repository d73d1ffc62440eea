import type { Hono, Context as HttpContext } from 'hono';
import type { Context } from '../context.ts';
import { bearerToken } from '../identity/caller.ts';
import { createService } from '../service/service.ts';
import { readOrWrite, type TrafficKind } from '../service/traffic.ts';
import { copyObject } from './copy-object.ts';
import { createBucket } from './create-bucket.ts';
import { deleteBucket } from './delete-bucket.ts';
import { deleteObject } from './delete-object.ts';
import { deleteObjects } from './delete-objects.ts';
import { emptyBucket } from './empty-bucket.ts';
import { storageDialect, StorageError } from './errors.ts';
import { featureAbsent } from './feature-absent.ts';
import { getBucket } from './get-bucket.ts';
import { getAuthenticatedObject, getObject } from './get-object.ts';
import { getObjectInfo, getPublicObjectInfo } from './get-object-info.ts';
import { getPublicObject } from './get-public-object.ts';
import { getSignedObject } from './get-signed-object.ts';
import { listBuckets } from './list-buckets.ts';
import { listObjects } from './list-objects.ts';
import { listObjectsV2 } from './list-objects-v2.ts';
import { moveObject } from './move-object.ts';
import { renderAuthenticatedImage, renderPublicImage, renderSignedImage } from './render-image.ts';
import { createStorageServices } from './services.ts';
import { signObject, signObjects } from './sign-object.ts';
import { updateBucket } from './update-bucket.ts';
import { createSignedUploadUrl, uploadToSignedUrl } from './upload-signed.ts';
import { upload } from './upload.ts';

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

/** storage/v1. Where several routes match an address, the first one counts. */
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
