import { readBody } from '../../service/body.ts';
import { StorageError } from '../errors.ts';
import { readParts } from './multipart.ts';

/** What somebody sent to be stored. */
export interface UploadBody {
  readonly bytes: Buffer;
  /** As declared; nobody has looked into the bytes. */
  readonly contentType: string;
  readonly cacheControl: string;
  /** As declared; null for none. */
  readonly contentEncoding: string | null;
  /** JSON text of an object. */
  readonly userMetadata: string | null;
}

/** What multipart adds to the file: boundaries, part headers and the small fields. */
const multipartOverhead = 64 * 1024;
/** The largest user metadata, in bytes of JSON text. */
const maxMetadata = 8 * 1024;
export const maxCacheControl = 500;
/** A body that takes longer than this, in milliseconds, is given up: its sender holds one of few places. */
const bodyTimeout = 60_000;

function metadataText(text: string | null): string | null {
  if (text === null || text === '') return null;
  if (Buffer.byteLength(text) > maxMetadata)
    throw new StorageError('InvalidRequest', `metadata must be at most ${maxMetadata} bytes`);
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return JSON.stringify(parsed);
  } catch {
    // Said below.
  }
  throw new StorageError('InvalidRequest', 'metadata must be a JSON object');
}

/**
 * A content encoding, null for none.
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
 * What an uploader notes about an object in the header `x-metadata`: JSON, as base64.
 * @throws StorageError InvalidRequest
 */
export function metadataHeader(request: Request): string | null {
  const header = request.headers.get('x-metadata');
  return metadataText(header && Buffer.from(header, 'base64').toString('utf8'));
}

async function readInTime(request: Request, limit: number): Promise<Buffer<ArrayBuffer>> {
  if (!request.body) return Buffer.alloc(0);
  const signal = AbortSignal.timeout(bodyTimeout);
  const { headers, method, url } = request;
  const body = request.body.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal });
  try {
    const bytes = await readBody(new Request(url, { method, headers, body, duplex: 'half' }), limit);
    return bytes as Buffer<ArrayBuffer>;
  } catch (error) {
    if (signal.aborted) throw new StorageError('InvalidRequest', 'the body took too long');
    throw error;
  }
}

async function readMultipart(request: Request, contentType: string, limit: number): Promise<UploadBody> {
  const whole = await readInTime(request, limit + multipartOverhead);
  const parts = readParts(whole, contentType);
  // The client sends the file in the part named ""; other senders name it as they like.
  const file = parts.find(({ isFile }) => isFile);
  if (!file) throw new StorageError('InvalidRequest', 'body has no file');
  if (file.bytes.byteLength > limit) throw new StorageError('EntityTooLarge');
  const text = (field: string): string | null => {
    const part = parts.find(({ name, isFile }) => name === field && !isFile);
    if (part && part.bytes.byteLength > maxMetadata)
      throw new StorageError('InvalidRequest', `${field} must be at most ${maxMetadata} bytes`);
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

async function readRaw(request: Request, contentType: string, limit: number): Promise<UploadBody> {
  const cacheControl = request.headers.get('cache-control') ?? 'no-cache';
  if (cacheControl.length > maxCacheControl)
    throw new StorageError('InvalidRequest', `cache-control must be at most ${maxCacheControl} characters`);
  return {
    userMetadata: metadataHeader(request),
    contentEncoding: encodingOf(request.headers.get('content-encoding')),
    bytes: await readInTime(request, limit),
    contentType: contentType || 'application/octet-stream',
    cacheControl,
  };
}

/**
 * Reads the file of an upload, multipart or raw, of at most `limit` bytes; it stops as soon as there are more.
 * @throws BodyTooLargeError, StorageError EntityTooLarge and InvalidRequest
 */
export async function readUpload(request: Request, limit: number): Promise<UploadBody> {
  const contentType = request.headers.get('content-type') ?? '';
  return /^multipart\/form-data\b/i.test(contentType)
    ? readMultipart(request, contentType, limit)
    : readRaw(request, contentType, limit);
}
