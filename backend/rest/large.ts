import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Reply } from '../service/endpoint.ts';

const compress = promisify(gzip);

/** Shorter answers fit into few packets. In characters. */
const leastLength = 16 * 1024;
/** Compressed answers are kept up to this size in all, in bytes. */
const maxKeptBytes = 4 * 1024 * 1024;

type Compressed = Promise<Buffer<ArrayBuffer>>;

/** Compresses each text once while it is among those asked for last. */
function createCompressor(): (hash: string, body: string) => Compressed {
  const kept = new Map<string, { readonly compressed: Compressed; bytes: number }>();
  let keptBytes = 0;

  function forget(hash: string): void {
    keptBytes -= kept.get(hash)?.bytes ?? 0;
    kept.delete(hash);
  }

  return (hash, body) => {
    const known = kept.get(hash);
    const compressed = known?.compressed ?? (compress(body) as Compressed);
    // The length of the text counts until that of the compressed one is known.
    const entry = known ?? { compressed, bytes: body.length };
    forget(hash);
    kept.set(hash, entry);
    keptBytes += entry.bytes;
    if (!known)
      void compressed.then(({ byteLength }) => {
        if (kept.get(hash) !== entry) return;
        keptBytes += byteLength - entry.bytes;
        entry.bytes = byteLength;
      });
    for (const oldest of kept.keys()) {
      if (keptBytes <= maxKeptBytes) break;
      forget(oldest);
    }
    return compressed;
  };
}

/** Makes the response to a request from its answer. */
export type Deliver = (request: Request, reply: Reply) => Promise<Reply>;

/**
 * Delivers large answers to reads: with an `ETag`, without a body (304) where the client has the same, compressed where
 * it accepts that. What many ask for at once is compressed once. As the gateway of a hosted project, which compresses too;
 * https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function createDelivery(): Deliver {
  const compressOnce = createCompressor();
  return async ({ method, headers: asked }, reply) => {
    const { status, body } = reply;
    const isRead = method === 'GET' && (status === 200 || status === 206);
    if (!isRead || typeof body !== 'string' || body.length < leastLength) return reply;
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
