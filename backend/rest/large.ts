import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { subscriberOf, visitorNetwork } from '../http/client-address.ts';
import type { Reply } from '../http/reply.ts';
import { createCache } from '../util/cache.ts';
import { quotaKey } from '../util/quota-key.ts';
import { createSemaphore } from '../util/semaphore.ts';
import type { RestRequest } from './handle.ts';

const compress = promisify(gzip);

/** Shorter responses fit into few packets. */
const minCharacters = 16 * 1024;
const maxCachedBytes = 4 * 1024 * 1024;
/** Compression takes a core, and one of the four threads that hash passwords and read files. */
const turns = { running: 2, waiting: 64 };

type Compressed = Promise<Buffer<ArrayBuffer>>;

/** Compresses each text once while it is among the most recently used ones. Networks take turns. */
function createCompressor(): (hash: string, body: string, network: string) => Compressed {
  const { run } = createSemaphore(turns);
  const cache = createCache<{ readonly compressed: Compressed; readonly bytes: number }>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ bytes }) => bytes,
  });

  return (hash, body, network) => {
    const known = cache.get(hash);
    if (known) return known.compressed;
    const compressed = run([quotaKey(network)], () => compress(body) as Compressed);
    // The length of the text counts until that of the compressed one is known.
    const entry = { compressed, bytes: body.length };
    cache.set(hash, entry);
    compressed.then(
      ({ byteLength }) => {
        if (cache.peek(hash) === entry) cache.set(hash, { compressed, bytes: byteLength });
      },
      () => cache.delete(hash),
    );
    return compressed;
  };
}

/** Makes the final response to a request. @throws BusyError when too many wait for compression */
export type Deliver = (request: Pick<RestRequest, 'http'>, reply: Reply) => Promise<Reply>;

/**
 * Delivers large responses to reads: with an `ETag`, without a body (304) where the client has the same, compressed where
 * it accepts that. Concurrent requests for one body share a compression. The gateway of a hosted project compresses too;
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function createDelivery(): Deliver {
  const compressOnce = createCompressor();
  return async ({ http: { method, headers: asked, address = '' } }, reply) => {
    const { status, body } = reply;
    const isRead = method === 'GET' && (status === 200 || status === 206);
    if (!isRead || typeof body !== 'string' || body.length < minCharacters) return reply;
    const hash = createHash('sha256').update(body).digest('base64url');
    const tag = `W/"${hash}"`;
    const headers = { ...reply.headers, ETag: tag };
    const vary = 'Accept-Encoding';
    if (asked.get('if-none-match')?.includes(tag)) return { status: 304, body: null, headers, vary };
    if (!/\bgzip\b/.test(asked.get('accept-encoding') ?? '')) return { ...reply, headers, vary };
    const compressed = await compressOnce(hash, body, subscriberOf(visitorNetwork(address)));
    return { ...reply, headers: { ...headers, 'Content-Encoding': 'gzip' }, body: compressed, vary };
  };
}
