import type { Context as HonoContext } from 'hono';
import type { BlobStore, ByteRange } from '../store/blobs.ts';
import { StorageError } from '../errors.ts';
import type { StoredObject } from '../store/objects.ts';
import type { Rendition } from '../pictures/renditions.ts';

/** Who may keep a copy, and how long. */
export interface Audience {
  readonly isPublic: boolean;
  /** When a signed URL ends: its answers say so instead of the stored cache control, as upstream. */
  readonly expires?: Date;
}

/** Longest time, in seconds, that a copy may be shown without asking: removed photos are gone everywhere by then. */
const maxAge = 24 * 3600;

function caching(stored: string, { isPublic, expires }: Audience): Record<string, string> {
  if (expires) return { 'Cache-Control': 'private', Expires: expires.toUTCString() };
  const bounded = stored.replace(
    /\b(s-maxage|max-age|stale-while-revalidate|stale-if-error)=(\d+)/gi,
    (_, name: string, seconds: string) => `${name}=${Math.min(Number(seconds), maxAge)}`,
  );
  return { 'Cache-Control': isPublic ? bounded : `private, ${bounded}` };
}

/** As upstream: `?download` alone keeps the address's own name. */
function contentDisposition(name: string): string {
  if (name === '') return 'attachment';
  const plain = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** RFC 9110 13.1: the tag decides, the time only without a tag. */
function isUnchanged(request: Request, etag: string, modified: Date): boolean {
  const tags = request.headers.get('if-none-match');
  if (tags !== null)
    return tags.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(request.headers.get('if-modified-since') ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** The part that a Range header asks for; undefined for the whole. Several parts count as the whole. */
function requestedRange(request: Request, size: number, etag: string): ByteRange | undefined {
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

/** What a header may hold; anything else that was stored is not shown. */
const headerText = /^[\x20-\x7e]*$/;

function commonHeaders(c: HonoContext, { metadata, createdAt }: StoredObject, audience: Audience) {
  const download = c.req.query('download');
  const stored = metadata.cacheControl ?? '';
  return {
    ...caching(stored !== '' && headerText.test(stored) ? stored : 'no-cache', audience),
    'Last-Modified': new Date(metadata.lastModified ?? createdAt).toUTCString(),
    'X-Robots-Tag': 'none',
    // What was uploaded is never a page of ours, whatever it is.
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ...(download !== undefined && { 'Content-Disposition': contentDisposition(download) }),
  };
}

/**
 * Answers GET and HEAD with a stored object: whole, a part (206), or that it has not changed (304).
 * @throws StorageError InvalidRange; NoSuchKey when the bytes are gone
 */
export async function objectResponse(
  c: HonoContext,
  blobs: BlobStore,
  object: StoredObject,
  audience: Audience,
): Promise<Response> {
  if (object.version === '') throw new StorageError('NoSuchKey');
  const request = c.req.raw;
  const { size, eTag, mimetype, contentEncoding } = object.metadata;
  const headers: Record<string, string> = {
    ...commonHeaders(c, object, audience),
    'Content-Type': mimetype ?? 'application/octet-stream',
    ...(contentEncoding !== undefined && { 'Content-Encoding': contentEncoding }),
    ETag: eTag ?? '',
    'Accept-Ranges': 'bytes',
  };
  if (isUnchanged(request, eTag, new Date(headers['Last-Modified'] ?? ''))) return c.body(null, 304, headers);

  const part = requestedRange(request, size, eTag);
  const range = part ?? { start: 0, end: size - 1 };
  headers['Content-Length'] = String(range.end - range.start + 1);
  if (part) headers['Content-Range'] = `bytes ${range.start}-${range.end}/${size}`;
  const status = part ? 206 : 200;
  if (request.method === 'HEAD' || size === 0) return c.body(null, status, headers);
  const content = await blobs.read(object.version, size, range);
  if (!content) throw new StorageError('NoSuchKey');
  return c.body(content, status, headers);
}

/** Answers GET and HEAD with a picture that was made from a stored one, or that it has not changed (304). */
export function renditionResponse(
  c: HonoContext,
  object: StoredObject,
  { bytes, contentType, etag, transformations }: Rendition,
  audience: Audience,
): Response {
  const headers: Record<string, string> = {
    ...commonHeaders(c, object, audience),
    'Content-Type': contentType,
    ETag: etag,
    ...(transformations && { 'X-Transformations': transformations }),
  };
  // The format may depend on it; the server has said on what else.
  c.header('Vary', 'Accept', { append: true });
  if (isUnchanged(c.req.raw, etag, new Date(headers['Last-Modified'] ?? '')))
    return c.body(null, 304, headers);
  headers['Content-Length'] = String(bytes.byteLength);
  return c.req.method === 'HEAD' ? c.body(null, 200, headers) : c.body(bytes, 200, headers);
}
