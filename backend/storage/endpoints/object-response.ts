import type { ByteRange } from '../../object-store/object-store.ts';
import type { Reply } from '../../http/reply.ts';
import type { HttpRequest } from '../../http/request.ts';
import { StorageError } from '../errors.ts';
import type { Rendition } from '../pictures/renditions.ts';
import type { StorageRequest } from '../request.ts';
import type { StoredObject } from '../store/objects.ts';

/** Decides who may cache a response, and for how long. */
export interface Audience {
  readonly isPublic: boolean;
  /** When the signed URL expires; as upstream, it replaces the stored cache control. */
  readonly expires?: Date;
}

/** A deleted object must disappear from all caches within a day, whatever its uploader set. */
const maxAgeSeconds = 24 * 3600;

function caching(stored: string, { isPublic, expires }: Audience): Record<string, string> {
  if (expires) return { 'Cache-Control': 'private', Expires: expires.toUTCString() };
  const bounded = stored.replace(
    /\b(s-maxage|max-age|stale-while-revalidate|stale-if-error)=(\d+)/gi,
    (_, name: string, seconds: string) => `${name}=${Math.min(Number(seconds), maxAgeSeconds)}`,
  );
  return { 'Cache-Control': isPublic ? bounded : `private, ${bounded}` };
}

/** File systems allow no longer names, and clients refuse long headers. */
const maxNameCharacters = 255;

/** As upstream: `?download` without a value leaves the file name to the client. */
function contentDisposition(asked: string): string {
  if (asked === '') return 'attachment';
  const name = asked.slice(0, maxNameCharacters);
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** RFC 9110 13.1: `If-None-Match` takes precedence over `If-Modified-Since`. */
function isUnchanged(request: HttpRequest, etag: string, modified: Date): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** The range to send; undefined for the whole object. A request for several ranges gets the whole object. */
function requestedRange(request: HttpRequest, size: number, etag: string): ByteRange | undefined {
  const ifRange = request.headers.get('if-range');
  if (ifRange !== null && ifRange !== etag) return undefined;
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get('range')?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) throw new StorageError('InvalidRange');
  return { start, end };
}

/** The types that `createReencoder` makes. */
const reencodedTypes = new Set(['image/jpeg', 'image/webp']);

/** Stored values from imports may hold anything; a header allows printable ASCII. */
const headerText = /^[\x20-\x7e]*$/;

function commonHeaders(
  { query }: StorageRequest,
  { metadata, createdAt }: StoredObject,
  audience: Audience,
): Record<string, string> {
  const { download } = query;
  const stored = metadata.cacheControl ?? '';
  return {
    ...caching(stored !== '' && headerText.test(stored) ? stored : 'no-cache', audience),
    'Last-Modified': new Date(metadata.lastModified ?? createdAt).toUTCString(),
    'X-Robots-Tag': 'none',
    // An uploaded HTML document must not run on this origin.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(download !== undefined && { 'Content-Disposition': contentDisposition(download) }),
  };
}

/**
 * Responds to GET and HEAD with a stored object: whole (200), a range (206), or unchanged (304).
 * @throws StorageError InvalidRange; NoSuchKey when the bytes are missing
 */
export async function objectResponse(
  request: StorageRequest,
  object: StoredObject,
  audience: Audience,
): Promise<Reply> {
  if (object.version === '') throw new StorageError('NoSuchKey');
  const { http, blobs } = request;
  const { size, eTag, mimetype, contentEncoding } = object.metadata;
  const isDownload =
    request.configuredRules(request.address().bucket).verifiesContent && !reencodedTypes.has(mimetype);
  const headers: Record<string, string> = {
    ...(isDownload && { 'Content-Disposition': 'attachment' }),
    ...commonHeaders(request, object, audience),
    'Content-Type': mimetype ?? 'application/octet-stream',
    ...(contentEncoding !== undefined && { 'Content-Encoding': contentEncoding }),
    ETag: eTag ?? '',
    'Accept-Ranges': 'bytes',
  };
  if (isUnchanged(http, eTag, new Date(headers['Last-Modified'] ?? '')))
    return { body: null, status: 304, headers };

  const part = requestedRange(http, size, eTag);
  const range = part ?? { start: 0, end: size - 1 };
  headers['Content-Length'] = String(range.end - range.start + 1);
  if (part) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = part ? 206 : 200;
  if (http.method === 'HEAD' || size === 0) return { body: null, status, headers };
  const body = await blobs.read(object.version, size, range);
  if (!body) throw new StorageError('NoSuchKey');
  return { body, status, headers };
}

/** Responds to GET and HEAD with a rendition of a stored picture (200), or unchanged (304). */
export function renditionResponse(
  request: StorageRequest,
  object: StoredObject,
  { bytes, contentType, etag, transformations }: Rendition,
  audience: Audience,
): Reply {
  const headers: Record<string, string> = {
    ...commonHeaders(request, object, audience),
    'Content-Type': contentType,
    ETag: etag,
    ...(transformations && { 'X-Transformations': transformations }),
  };
  // The format may depend on the `Accept` header.
  const vary = 'Accept';
  if (isUnchanged(request.http, etag, new Date(headers['Last-Modified'] ?? '')))
    return { body: null, status: 304, headers, vary };
  headers['Content-Length'] = String(bytes.byteLength);
  return { body: request.http.method === 'HEAD' ? null : bytes, status: 200, headers, vary };
}
