import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import type { UploadRules } from '../store/buckets.ts';
import type { RequestSession } from '../../db/exchange.ts';
import type { Content } from '../pictures/reencode.ts';
import type { ObjectAddress } from '../store/keys.ts';
import { checkContentType, takesOnlyImages } from './content-type.ts';
import type { NewObject } from '../store/objects.ts';
import type { StorageServices } from '../services.ts';

/** What is kept of an object beside its bytes and their type. */
export interface ObjectDetails {
  readonly cacheControl: string;
  /** Of the bytes as they are stored; null for none. */
  readonly contentEncoding: string | null;
  /** JSON text of an object. */
  readonly userMetadata: string | null;
}

/**
 * The bytes as the bucket keeps them: buckets that take nothing but pictures get them encoded anew, all others
 * unchanged.
 * @param payers as `StorageServices.payers` gives them
 * @throws StorageError InvalidMimeType, EntityTooLarge, SlowDown
 */
export async function contentFor(
  { images }: StorageServices,
  { allowedMimeTypes }: UploadRules,
  content: Content & Pick<ObjectDetails, 'contentEncoding'>,
  payers: readonly string[],
): Promise<Content & Pick<ObjectDetails, 'contentEncoding'>> {
  checkContentType(content.contentType, allowedMimeTypes);
  if (!takesOnlyImages(allowedMimeTypes)) return content;
  const picture = await images.reencode(content.bytes, content.contentType, payers);
  return { ...picture, contentEncoding: null };
}

/** Hashing tens of megabytes at once would hold the event loop: other requests get their turn in between. */
const hashedAtOnce = 2 * 1024 * 1024;

async function contentHash(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += hashedAtOnce) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + hashedAtOnce));
  }
  return hash.digest('hex').slice(0, 32);
}

/** The row of new bytes, under a new id and version. `owner` is a user's id. */
export async function newObject(
  content: Content,
  details: ObjectDetails,
  owner: string | null,
): Promise<NewObject> {
  const { byteLength } = content.bytes;
  const hash = await contentHash(content.bytes);
  const { cacheControl, contentEncoding, userMetadata } = details;
  return {
    id: randomUUID(),
    version: randomUUID(),
    owner,
    userMetadata,
    metadata: {
      eTag: `"${hash}"`,
      size: byteLength,
      mimetype: content.contentType,
      cacheControl,
      ...(contentEncoding !== null && { contentEncoding }),
      lastModified: new Date().toISOString(),
      contentLength: byteLength,
      httpStatusCode: 200,
    },
  };
}

/**
 * Writes the bytes, then runs `row`, which makes the row that names them: a crash in between leaves bytes that the
 * sweep removes, never a row without bytes.
 */
export async function writeWithRow<Result>(
  { blobs }: StorageServices,
  version: string,
  bytes: Buffer,
  row: () => Promise<Result>,
): Promise<Result> {
  await blobs.write(version, bytes);
  try {
    return await row();
  } catch (error) {
    // When the connection broke, the row may be there all the same; then the sweep decides.
    if (error instanceof pg.DatabaseError) await blobs.remove(version);
    throw error;
  }
}

/** Stores an object with the session's rights; returns its id. */
export function storeObject(
  services: StorageServices,
  session: RequestSession,
  address: ObjectAddress,
  object: NewObject,
  { bytes, upsert }: { readonly bytes: Buffer; readonly upsert: boolean },
): Promise<string> {
  return writeWithRow(services, object.version, bytes, () =>
    services.objects.insert(session, address, object, upsert),
  );
}
