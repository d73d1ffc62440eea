import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import type { RequestSession } from '../../db/exchange.ts';
import type { StorageServices } from '../services.ts';
import type { BlobStore } from '../store/blobs.ts';
import type { UploadRules } from '../store/buckets.ts';
import type { ObjectAddress } from '../store/keys.ts';
import type { NewObject } from '../store/objects.ts';
import { checkContentType, takesOnlyImages } from './content-type.ts';
import type { UploadBody } from './read-upload.ts';

/** Bytes hashed in one go: larger content would block the event loop, so other requests run in between. */
const hashedAtOnce = 2 * 1024 * 1024;

async function contentHash(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += hashedAtOnce) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + hashedAtOnce));
  }
  return hash.digest('hex').slice(0, 32);
}

/** An object that is ready to be stored: the row, and the bytes that belong to it. */
export interface PreparedObject extends NewObject {
  readonly bytes: Buffer;
}

/**
 * Makes a new object of uploaded content. A bucket that allows images alone gets them re-encoded; every other bucket
 * keeps the bytes as they are.
 * @throws StorageError InvalidMimeType, EntityTooLarge, SlowDown
 */
export async function prepareObject(
  { reencoder }: StorageServices,
  { allowedMimeTypes }: UploadRules,
  upload: UploadBody,
  { owner, payers }: { readonly owner: string | null; readonly payers: readonly string[] },
): Promise<PreparedObject> {
  checkContentType(upload.contentType, allowedMimeTypes);
  const { bytes, contentType, contentEncoding } = takesOnlyImages(allowedMimeTypes)
    ? { ...(await reencoder.reencode(upload.bytes, upload.contentType, payers)), contentEncoding: null }
    : upload;
  const { byteLength } = bytes;
  return {
    bytes,
    id: randomUUID(),
    version: randomUUID(),
    owner,
    userMetadata: upload.userMetadata,
    metadata: {
      eTag: `"${await contentHash(bytes)}"`,
      size: byteLength,
      mimetype: contentType,
      cacheControl: upload.cacheControl,
      ...(contentEncoding !== null && { contentEncoding }),
      lastModified: new Date().toISOString(),
      contentLength: byteLength,
      httpStatusCode: 200,
    },
  };
}

/**
 * Writes the bytes, then runs `writeRow`. A crash in between leaves bytes that the sweep removes, never a row without
 * bytes.
 */
export async function writeWithRow<Result>(
  blobs: BlobStore,
  { version, bytes }: Pick<PreparedObject, 'version' | 'bytes'>,
  writeRow: () => Promise<Result>,
): Promise<Result> {
  await blobs.write(version, bytes);
  try {
    return await writeRow();
  } catch (error) {
    // After a lost connection the row may exist: leave the bytes to the sweep.
    if (error instanceof pg.DatabaseError) await blobs.remove(version);
    throw error;
  }
}

/** Stores an object with the session's rights; returns its id. */
export function storeObject(
  { objects, blobs }: StorageServices,
  session: RequestSession,
  address: ObjectAddress,
  object: PreparedObject,
  upsert: boolean,
): Promise<string> {
  return writeWithRow(blobs, object, () => objects.insert(session, address, object, upsert));
}
