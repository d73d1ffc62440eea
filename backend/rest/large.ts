import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Reply } from '../service/endpoint.ts';
import { createCache } from '../util/cache.ts';

const compress = promisify(gzip);

/** Shorter responses fit into few packets. */
const minCharacters = 16 * 1024;
const maxCachedBytes = 4 * 1024 * 1024;

type Compressed = Promise<Buffer<ArrayBuffer>>;

/** Compresses each text once while it is among the most recently used ones. */
function createCompressor(): (hash: string, body: string) => Compressed {
  const cache = createCache<{ readonly compressed: Compressed; readonly bytes: number }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });

  return (hash, body) => {
    const known = cache.get(hash);
    if (known) return known.compressed;
    const compressed = compress(body) as Compressed;
    // The length of the text counts until that of the compressed one is known.
    const entry = { compressed, bytes: body.length };
    cache.set(hash, entry);
    void compressed.then(({ byteLength }) => {
      if (cache.peek(hash) === entry) cache.set(hash, { compressed, bytes: byteLength });
    });
    return compressed;
  };
}

/** Makes the final response to a request. */
export type Deliver = (request: Request, reply: Reply) => Promise<Reply>;

/**
 * Delivers large responses to reads: with an `ETag`, without a body (304) where the client has the same, compressed where
 * it accepts that. Concurrent requests for one body share a compression. The gateway of a hosted project compresses too;
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function createDelivery(): Deliver {
  const compressOnce = createCompressor();
  return async ({ method, headers: asked }, reply) => {
    const { status, body } = reply;
    const isRead = method === 'GET' && (status === 200 || status === 206);
    if (!isRead || typeof body !== 'string' || body.length < minCharacters) return reply;
    const hash = createHash('sha256').update(body).digest('base64url');
    const tag = `W/"${hash}"`;
    const headers = { ...Object.fromEntries(new Headers(reply.headers)), ETag: tag };
    const vary = 'Accept-Encoding';
    if (asked.get('if-none-match')?.includes(tag)) return { status: 304, body: null, headers, vary };
    if (!/\bgzip\b/.test(asked.get('accept-encoding') ?? '')) return { ...reply, headers, vary };
    const compressed = await compressOnce(hash, body);
    return { ...reply, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: compressed, vary };
  };
}
