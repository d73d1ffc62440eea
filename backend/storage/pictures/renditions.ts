import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { readObjectBytes, type BlobStore } from '../store/blobs.ts';
import { createBuckets } from '../../util/buckets.ts';
import { createByteCache } from '../store/byte-cache.ts';
import { StorageError } from '../errors.ts';
import type { QuotaKey } from '../../util/quota-key.ts';
import { createSemaphore } from '../../util/semaphore.ts';
import type { StoredObject } from '../store/objects.ts';
import { isPicture, isTooMuch, openPicture } from './decode.ts';
import { resizeOptions, transformationHeader, type Transformation } from './transformation.ts';

/** A stored picture in another size, quality or format. */
export interface Rendition {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** Includes the quotes. */
  readonly etag: string;
  /** The header `X-Transformations`; empty for none. */
  readonly transformations: string;
}

/** As upstream. */
const maxSourceBytes = 25_000_000;
const maxCachedRenditionBytes = 1024 * 1024;
const maxCachedTotalBytes = 32 * 1024 * 1024;
const defaultQuality = 80;
const maxWaiting = 32;
const sharedWaiting = 8;
const maxCachedOfOneBytes = 8 * 1024 * 1024;
/** New renditions for one network; cached ones are free. */
const madeForOne = { limit: 120, spanMs: 120_000 };
/** A higher effort takes seconds for a large picture. */
const avifEffort = 2;

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** The format to make; undefined for the stored one. */
function wantedFormat({ format }: Transformation, accept: string): 'avif' | 'webp' | undefined {
  if (format === 'avif') return 'avif';
  return format === undefined && /\bimage\/webp\b/i.test(accept) ? 'webp' : undefined;
}

async function transform(bytes: Buffer, transformation: Transformation, wanted: Format | undefined) {
  if (!isPicture(bytes)) throw new StorageError('InvalidRequest', 'The object is not a picture');
  const { picture, metadata } = await openPicture(bytes);
  // sharp reports AVIF by its container format.
  const format = wanted ?? (metadata.format === 'heif' ? 'avif' : (metadata.format as Format));
  const quality = transformation.quality ?? defaultQuality;
  const effort = format === 'avif' ? { effort: avifEffort } : {};
  const resized = picture.resize(resizeOptions(transformation));
  // JPEG has no transparency: flatten onto white.
  const flat = format === 'jpeg' && metadata.hasAlpha ? resized.flatten({ background: '#fff' }) : resized;
  const options = format === 'gif' || format === 'png' ? {} : { quality, ...effort };
  const output = await flat.toFormat(format, options).toBuffer();
  return { bytes: output as Buffer<ArrayBuffer>, contentType: `image/${format}` };
}

function renditionError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return isTooMuch(error)
    ? new StorageError('EntityTooLarge', '', { cause: error })
    : new StorageError('InvalidRequest', 'The picture cannot be transformed', { cause: error });
}

/** Renders on at most half of the cores, to leave the others to uploads and requests. */
export function createRenditions(blobs: BlobStore) {
  const running = Math.max(1, Math.floor(availableParallelism() / 2));
  const perQuotaKey = { running, waiting: sharedWaiting };
  const turns = createSemaphore({ running, waiting: maxWaiting, perQuotaKey });
  const budget = createBuckets(madeForOne);
  const cache = createByteCache<Rendition>({
    maxEntryBytes: maxCachedRenditionBytes,
    maxTotalBytes: maxCachedTotalBytes,
    maxBytesPerQuotaKey: maxCachedOfOneBytes,
    sizeOf: ({ bytes }) => bytes.byteLength,
  });
  /** Concurrent requests for the same rendition share one job. */
  const jobs = new Map<string, Promise<Rendition>>();

  /**
   * Returns a rendition from the cache, or makes it. Without `format` it is WebP for viewers that accept it, otherwise
   * the stored format; `origin` always keeps the stored format.
   * @param viewer.accept the `Accept` header
   * @param viewer.quotaKeys see `StorageRequest.quotaKeys`
   * @throws StorageError InvalidRequest for an object that is not a picture, EntityTooLarge, SlowDown, NoSuchKey
   */
  async function render(
    object: StoredObject,
    transformation: Transformation,
    { accept, quotaKeys }: { readonly accept: string; readonly quotaKeys: readonly QuotaKey[] },
  ): Promise<Rendition> {
    const wanted = wantedFormat(transformation, accept);
    const transformations = transformationHeader(transformation);
    const key = [object.version, transformations, wanted ?? 'stored'].join(' ');
    const cached = cache.get(key);
    if (cached) return cached;
    const make = async (): Promise<Rendition> => {
      if (object.metadata.size > maxSourceBytes) throw new StorageError('EntityTooLarge');
      if (budget.take(quotaKeys) > 0) throw new StorageError('SlowDown');
      const content = await turns.run(quotaKeys, async () =>
        transform(await readObjectBytes(blobs, object), transformation, wanted).catch((error: unknown) => {
          throw renditionError(error);
        }),
      );
      const etag = `"${createHash('sha256').update(key).digest('hex').slice(0, 32)}"`;
      const rendition = { ...content, etag, transformations };
      cache.keep(key, rendition, quotaKeys.at(-1)?.name);
      return rendition;
    };
    const job = jobs.get(key) ?? make().finally(() => jobs.delete(key));
    jobs.set(key, job);
    return job;
  }

  return { render };
}
