import type { QuotaKey } from '../../util/quota-key.ts';
import { createHash, randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import pg from 'pg';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';
import type { BlobStore } from '../store/blobs.ts';
import { findUploadRules, type UploadRules } from '../store/buckets.ts';
import type { ObjectAddress } from '../store/keys.ts';
import { checkUpload, insertObject, type NewObject } from '../store/objects.ts';
import { checkContentType, inspectsContent } from './content-type.ts';
import type { UploadBody } from './read-upload.ts';

/** Hashes this much in one go: larger content would block the event loop, so other requests run in between. */
const hashedAtOnceBytes = 2 * 1024 * 1024;

/** SHA-256, in hex. */
async function contentHash(bytes: Buffer): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < bytes.byteLength; start += hashedAtOnceBytes) {
    if (start > 0) await setImmediate();
    hash.update(bytes.subarray(start, start + hashedAtOnceBytes));
  }
  return hash.digest('hex');
}

export interface UploadTerms {
  readonly session: RequestSession;
  /** A user's id; null for keys. */
  readonly owner: string | null;
  /** See `StorageRequest.quotaKeys`. */
  readonly quotaKeys: readonly QuotaKey[];
  /** Whether an existing object is replaced. */
  readonly upsert: boolean;
}

/** An object that is ready to be stored: the row, and the bytes that belong to it. */
interface PreparedObject extends NewObject {
  readonly bytes: Buffer;
  /** Digest of the bytes, in hex. */
  readonly sha256: string;
}

type Content = Pick<UploadBody, 'bytes' | 'contentType' | 'contentEncoding'>;

/** Scanners and printers write more before the first line of a PDF; readers look for it in the first KiB. */
const pdfStart = /^(?:\xef\xbb\xbf|[\s\0]|\p{Cc}%-12345X|@PJL[^\r\n]*[\r\n])*%PDF-\d/u;
const pdfWithinBytes = 1024;

/**
 * The content that the bucket stores: as declared, unless the bucket inspects content. A bucket of images re-encodes them. A
 * bucket that verifies content does not believe the declared type, which telephones and old computers get wrong: what
 * begins as a PDF is one, pictures are re-encoded, and everything else is rejected.
 */
async function contentToStore(
  { reencoder }: StorageServices,
  rules: UploadRules,
  upload: Content,
  quotaKeys: readonly QuotaKey[],
): Promise<Content> {
  const { bytes } = upload;
  if (rules.verifiesContent && pdfStart.test(bytes.toString('latin1', 0, pdfWithinBytes))) {
    const contentType = checkContentType('application/pdf', rules.allowedMimeTypes);
    return { bytes, contentType, contentEncoding: null };
  }
  if (!rules.verifiesContent) checkContentType(upload.contentType, rules.allowedMimeTypes);
  else if (rules.allowedMimeTypes?.every((type) => !/^(?:image|\*)\//.test(type)))
    throw new StorageError('InvalidMimeType', upload.contentType);
  if (!inspectsContent(rules)) return upload;
  const picture = await reencoder.reencode(bytes, upload.contentType, quotaKeys, rules.pictureSide);
  return { ...picture, contentEncoding: null };
}

/**
 * Makes a new object of uploaded content. A bucket that allows images alone, or verifies content, gets pictures re-encoded; every
 * other bucket keeps the bytes as they are.
 * @throws StorageError InvalidMimeType, EntityTooLarge, SlowDown
 */
export async function prepareObject(
  services: StorageServices,
  rules: UploadRules,
  upload: UploadBody,
  { owner, quotaKeys }: Pick<UploadTerms, 'owner' | 'quotaKeys'>,
): Promise<PreparedObject> {
  const { bytes, contentType, contentEncoding } = await contentToStore(services, rules, upload, quotaKeys);
  const { byteLength } = bytes;
  const sha256 = await contentHash(bytes);
  return {
    bytes,
    sha256,
    id: randomUUID(),
    version: randomUUID(),
    owner,
    userMetadata: upload.userMetadata,
    metadata: {
      eTag: `"${sha256.slice(0, 32)}"`,
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
  { version, bytes, sha256 }: Pick<PreparedObject, 'version' | 'bytes' | 'sha256'>,
  writeRow: () => Promise<Result>,
): Promise<Result> {
  await blobs.write(version, bytes, sha256);
  try {
    return await writeRow();
  } catch (error) {
    // After a lost connection the row may exist: leave the bytes to the sweep.
    if (error instanceof pg.DatabaseError) await blobs.remove([version]);
    throw error;
  }
}

/**
 * Stores uploaded content. Checks the right to store it before it reads the content.
 * @param read returns content of at most `limit` bytes
 * @returns the object's id
 * @throws StorageError NoSuchBucket, and for content that the bucket does not allow; pg.DatabaseError from the policies
 */
export async function storeUpload(
  services: StorageServices,
  address: ObjectAddress,
  { session, owner, quotaKeys, upsert }: UploadTerms,
  read: (limit: number) => Promise<UploadBody>,
): Promise<string> {
  const { db, blobs, uploads } = services;
  const rules = await findUploadRules(services, address.bucket);
  await checkUpload(db, session, address, owner, upsert);
  return uploads.run(quotaKeys, async () => {
    const content = await read(rules.fileSizeLimit);
    const object = await prepareObject(services, rules, content, { owner, quotaKeys });
    return writeWithRow(blobs, object, () => insertObject(db, session, address, object, upsert));
  });
}
