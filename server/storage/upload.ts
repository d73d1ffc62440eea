import { createHash, randomUUID } from 'node:crypto';
import type { Handler } from 'hono';
import pg from 'pg';
import type { UploadRules } from './buckets.ts';
import { StorageError } from './errors.ts';
import type { Content } from './images.ts';
import { objectAddress } from './keys.ts';
import { checkContentType, takesOnlyImages } from './mime.ts';
import type { NewObject } from './objects.ts';
import type { StorageServices } from './services.ts';
import { readUpload, type UploadBody } from './upload-body.ts';

async function makeContent(
  services: StorageServices,
  rules: UploadRules,
  body: UploadBody,
): Promise<Content> {
  checkContentType(body.contentType, rules.allowedMimeTypes);
  return takesOnlyImages(rules.allowedMimeTypes)
    ? services.images.reencode(body.bytes, body.contentType)
    : body;
}

function newObject(content: Content, body: UploadBody, owner: string | null): NewObject {
  const { byteLength } = content.bytes;
  const hash = createHash('sha256').update(content.bytes).digest('hex').slice(0, 32);
  return {
    id: randomUUID(),
    version: randomUUID(),
    owner,
    userMetadata: body.userMetadata,
    metadata: {
      eTag: `"${hash}"`,
      size: byteLength,
      mimetype: content.contentType,
      cacheControl: body.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: byteLength,
      httpStatusCode: 200,
    },
  };
}

/**
 * Writes the bytes, then the row: a crash in between leaves bytes that the sweep removes, never a row without bytes.
 */
async function store(
  { blobs }: StorageServices,
  object: NewObject,
  bytes: Buffer,
  row: () => Promise<string>,
) {
  await blobs.write(object.version, bytes);
  try {
    return await row();
  } catch (error) {
    // When the connection broke, the row may be there all the same; then the sweep decides.
    if (error instanceof pg.DatabaseError) await blobs.remove(object.version);
    throw error;
  } finally {
    blobs.settle(object.version);
  }
}

/**
 * POST and PUT /object/:bucket/:key. Answers `{Key, Id}`. The caller's right is asked before the body is read.
 * Mirrors storage-api: PUT creates as well, POST replaces only with `x-upsert: true`.
 */
export function upload(services: StorageServices): Handler {
  const { objects, buckets, uploads } = services;
  return async (c) => {
    const request = c.req.raw;
    const address = objectAddress(request, '/object/');
    const { session, userId } = await services.identify(request);
    const rules = await buckets.uploadRules(address.bucket);
    if (!rules) throw new StorageError('NoSuchBucket');
    const upsert = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
    await objects.checkUpload(session, address, userId, upsert);
    const limit = Math.min(services.fileSizeLimit, rules.fileSizeLimit ?? Infinity);
    return uploads.run(async () => {
      const body = await readUpload(request, limit);
      const content = await makeContent(services, rules, body);
      const object = newObject(content, body, userId);
      const id = await store(services, object, content.bytes, () =>
        objects.insert(session, address, object, upsert),
      );
      return c.json({ Key: `${address.bucket}/${address.key}`, Id: id });
    });
  };
}
