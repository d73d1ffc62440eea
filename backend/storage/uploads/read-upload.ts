import { readBody, type BodySource } from '../../service/body.ts';
import { StorageError } from '../errors.ts';
import { readParts } from './multipart.ts';

/** Uploaded content with its details, as the client declared them. */
export interface UploadBody {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
  /** Null for none. */
  readonly contentEncoding: string | null;
  /** JSON text of an object. */
  readonly userMetadata: string | null;
}

/** For boundaries, part headers and the small fields. */
const multipartOverheadBytes = 64 * 1024;
/** Counted as JSON text. */
const maxMetadataBytes = 8 * 1024;
export const maxCacheControlCharacters = 500;
/** A slow sender occupies one of the few upload places. */
const bodyTimeoutMs = 60_000;

function metadataText(text: string | null): string | null {
  if (text === null || text === '') return null;
  if (Buffer.byteLength(text) > maxMetadataBytes)
    throw new StorageError('InvalidRequest', `metadata must be at most ${maxMetadataBytes} bytes`);
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return JSON.stringify(parsed);
  } catch {
    // Malformed JSON gets the same error.
  }
  throw new StorageError('InvalidRequest', 'metadata must be a JSON object');
}

/**
 * Normalises a content encoding; null for none.
 * @throws StorageError InvalidRequest
 */
export function encodingOf(text: string | null): string | null {
  const encoding = text?.trim() ?? '';
  if (encoding === '' || encoding === 'identity') return null;
  if (encoding.length > 100 || !/^[\w-]+(\s*,\s*[\w-]+)*$/.test(encoding))
    throw new StorageError('InvalidRequest', 'content encoding is not valid');
  return encoding;
}

/**
 * Reads the user metadata from the header `x-metadata`: JSON in base64.
 * @throws StorageError InvalidRequest
 */
export function metadataHeader(request: BodySource): string | null {
  const header = request.headers.get('x-metadata');
  return metadataText(header && Buffer.from(header, 'base64').toString('utf8'));
}

async function readInTime(request: BodySource, limit: number): Promise<Buffer<ArrayBuffer>> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = new StorageError('InvalidRequest', 'the body took too long');
  const timer = setTimeout(() => reject(late), bodyTimeoutMs);
  try {
    return await Promise.race([readBody(request, limit), promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function readMultipart(request: BodySource, contentType: string, limit: number): Promise<UploadBody> {
  const whole = await readInTime(request, limit + multipartOverheadBytes);
  const parts = readParts(whole, contentType);
  // The official client names the file's part ""; other senders choose any name.
  const file = parts.find(({ isFile }) => isFile);
  if (!file) throw new StorageError('InvalidRequest', 'body has no file');
  if (file.bytes.byteLength > limit) throw new StorageError('EntityTooLarge');
  const text = (field: string): string | null => {
    const part = parts.find(({ name, isFile }) => name === field && !isFile);
    if (part && part.bytes.byteLength > maxMetadataBytes)
      throw new StorageError('InvalidRequest', `${field} must be at most ${maxMetadataBytes} bytes`);
    return part?.bytes.toString('utf8') ?? null;
  };
  const seconds = text('cacheControl');
  return {
    bytes: file.bytes,
    contentType: file.contentType || 'application/octet-stream',
    cacheControl: seconds !== null && /^\d{1,10}$/.test(seconds) ? `max-age=${seconds}` : 'no-cache',
    contentEncoding: encodingOf(text('contentEncoding')),
    userMetadata: metadataText(text('metadata')),
  };
}

async function readRaw(request: BodySource, contentType: string, limit: number): Promise<UploadBody> {
  const cacheControl = request.headers.get('cache-control') ?? 'no-cache';
  if (cacheControl.length > maxCacheControlCharacters)
    throw new StorageError(
      'InvalidRequest',
      `cache-control must be at most ${maxCacheControlCharacters} characters`,
    );
  return {
    userMetadata: metadataHeader(request),
    contentEncoding: encodingOf(request.headers.get('content-encoding')),
    bytes: await readInTime(request, limit),
    contentType: contentType || 'application/octet-stream',
    cacheControl,
  };
}

/**
 * Reads the file of an upload, multipart or raw. Stops reading after `limit` bytes.
 * @throws BodyTooLargeError, StorageError EntityTooLarge and InvalidRequest
 */
export async function readUpload(request: BodySource, limit: number): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? '';
  return /^multipart\/form-data\b/i.test(contentType)
    ? readMultipart(request, contentType, limit)
    : readRaw(request, contentType, limit);
}
