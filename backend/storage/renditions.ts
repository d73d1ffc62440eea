import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { BlobStore } from './blobs.ts';
import { createBuckets } from '../util/buckets.ts';
import { createByteCache } from './byte-cache.ts';
import { StorageError } from './errors.ts';
import { createSemaphore } from '../util/semaphore.ts';
import type { StoredObject } from './objects.ts';
import { isPicture, isTooMuch, openPicture } from './picture.ts';
import { readWhole } from './read-whole.ts';
import { resizeOptions, transformationHeader, type Transformation } from './transformation.ts';

/** A stored picture in another size, quality or format. */
export interface Rendition {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly contentType: string;
  /** With its quotes. */
  readonly etag: string;
  /** For the header `x-transformations`; empty for none. */
  readonly transformations: string;
}

/** The request that a rendition is for. */
export interface Viewer {
  /** The `Accept` header. */
  readonly accept: string;
  /** As `StorageServices.payers` gives them. */
  readonly payers: readonly string[];
}

export interface Renditions {
  /**
   * Makes a rendition, or gives the one that was made before. Without `format` it is WebP for those whose `accept`
   * header names it, else the stored format; `origin` is always the stored format.
   * @throws StorageError InvalidRequest for what is no picture, EntityTooLarge, SlowDown, NoSuchKey; BusyError
   */
  render(object: StoredObject, transformation: Transformation, viewer: Viewer): Promise<Rendition>;
}

/** Bytes. As upstream. */
const maxSource = 25_000_000;
const maxCachedRendition = 1024 * 1024;
const maxCachedTotal = 32 * 1024 * 1024;
const defaultQuality = 80;
const maxWaiting = 32;
const sharedWaiting = 8;
const maxCachedOfOne = 8 * 1024 * 1024;
/** New renditions for one network. A page shows one, which stays in memory. */
const madeForOne = { limit: 120, span: 120_000 };
/** Higher takes seconds for a large picture. */
const avifEffort = 2;

type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

function outputFormat(stored: string, wanted: Transformation['format'], accept: string): Format {
  if (wanted === 'avif') return 'avif';
  if (wanted === undefined && /\bimage\/webp\b/i.test(accept)) return 'webp';
  // sharp calls the container of AVIF by its own name.
  return stored === 'heif' ? 'avif' : (stored as Format);
}

async function transform(bytes: Buffer, transformation: Transformation, accept: string) {
  if (!isPicture(bytes)) throw new StorageError('InvalidRequest', 'The object is not a picture');
  const { picture, metadata } = await openPicture(bytes);
  const format = outputFormat(metadata.format, transformation.format, accept);
  const quality = transformation.quality ?? defaultQuality;
  const effort = format === 'avif' ? { effort: avifEffort } : {};
  const resized = picture.resize(resizeOptions(transformation));
  // What is behind a transparent picture is white where the format knows no transparency.
  const flat = format === 'jpeg' && metadata.hasAlpha ? resized.flatten({ background: '#fff' }) : resized;
  const options = format === 'gif' || format === 'png' ? {} : { quality, ...effort };
  const output = await flat.toFormat(format, options).toBuffer();
  return { bytes: output as Buffer<ArrayBuffer>, contentType: `image/${format}` };
}

function refusal(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const options = { cause: error };
  return isTooMuch(error)
    ? new StorageError('EntityTooLarge', '', options)
    : new StorageError('InvalidRequest', 'The object is not a picture that can be transformed', options);
}

/** Renders with half of the cores at most, so that uploads and everything else go on meanwhile. */
export function createRenditions(blobs: BlobStore): Renditions {
  const running = Math.max(1, Math.floor(availableParallelism() / 2));
  const turns = createSemaphore({
    running,
    waiting: maxWaiting,
    perPayer: { running, waiting: sharedWaiting },
  });
  const budget = createBuckets(madeForOne);
  const cache = createByteCache<Rendition>({
    maxEntry: maxCachedRendition,
    maxTotal: maxCachedTotal,
    maxOfPayer: maxCachedOfOne,
    sizeOf: ({ bytes }) => bytes.byteLength,
  });
  /** Concurrent requests for the same rendition share one job. */
  const underWay = new Map<string, Promise<Rendition>>();

  async function make(
    key: string,
    object: StoredObject,
    transformation: Transformation,
    { accept, payers }: Viewer,
  ) {
    if (object.metadata.size > maxSource) throw new StorageError('EntityTooLarge');
    if (payers.some((payer) => budget.take(payer) > 0)) throw new StorageError('SlowDown');
    const content = await turns.run(payers, async () =>
      transform(await readWhole(blobs, object), transformation, accept).catch((error: unknown) => {
        throw refusal(error);
      }),
    );
    const hash = createHash('sha256').update(key).digest('hex').slice(0, 32);
    const rendition = {
      ...content,
      etag: `"${hash}"`,
      transformations: transformationHeader(transformation),
    };
    cache.keep(key, rendition, payers.at(-1));
    return rendition;
  }

  return {
    async render(object, transformation, viewer) {
      const negotiated = transformation.format === undefined && /\bimage\/webp\b/i.test(viewer.accept);
      const key = [
        object.version,
        transformationHeader(transformation),
        transformation.format ?? (negotiated ? 'webp' : 'stored'),
      ].join(' ');
      const known = cache.get(key);
      if (known) return known;
      const making =
        underWay.get(key) ??
        make(key, object, transformation, viewer).finally(() => {
          underWay.delete(key);
        });
      underWay.set(key, making);
      return making;
    },
  };
}
