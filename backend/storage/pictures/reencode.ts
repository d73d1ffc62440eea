import { availableParallelism } from 'node:os';
import type { Metadata } from 'sharp';
import type { QuotaKey } from '../../util/quota-key.ts';
import { createSemaphore } from '../../util/semaphore.ts';
import { createBuckets } from '../../util/buckets.ts';
import { StorageError } from '../errors.ts';
import { isPicture, isTooMuch, openPicture } from './decode.ts';

const quality = 82;
const maxWaiting = 32;
const sharedWaiting = 16;
/** Decoding a camera's full-size file takes up to a second of a core, and a larger one a second for each 50 million pixels. */
const largePixels = 4_000_000;
const pixelsPerTurn = 50_000_000;
/** Large pictures of one account or network, per ten minutes. */
const largePictures = { limit: 40, spanMs: 10 * 60_000 };

async function decodeAndEncode(
  bytes: Buffer,
  mayDecode: (metadata: Metadata) => boolean,
  maxSide: number,
): Promise<{ readonly bytes: Buffer; readonly contentType: string }> {
  const { picture: opened, metadata } = await openPicture(bytes);
  if (!mayDecode(metadata)) throw new StorageError('SlowDown');
  const options = { fit: 'inside', withoutEnlargement: true } as const;
  const picture = opened.resize(maxSide, maxSide, options);
  return metadata.hasAlpha
    ? { bytes: await picture.webp({ quality }).toBuffer(), contentType: 'image/webp' }
    : { bytes: await picture.jpeg({ quality, mozjpeg: true }).toBuffer(), contentType: 'image/jpeg' };
}

/** Runs one job per core, on libuv's threads. */
export function createReencoder() {
  const running = availableParallelism();
  const perQuotaKey = { running, waiting: sharedWaiting };
  const turns = createSemaphore({ running, waiting: maxWaiting, perQuotaKey });
  const large = createBuckets(largePictures);
  return {
    /**
     * Decodes a picture and encodes it again, which drops hidden or appended data and all metadata, the location included.
     * The result is upright: JPEG if it is opaque, WebP otherwise.
     * @param declaredType for the error only
     * @param quotaKeys see `StorageRequest.quotaKeys`
     * @param maxSide pixels on its longest side
     * @throws StorageError InvalidMimeType, EntityTooLarge, SlowDown; BusyError
     */
    async reencode(bytes: Buffer, declaredType: string, quotaKeys: readonly QuotaKey[], maxSide: number) {
      if (!isPicture(bytes)) throw new StorageError('InvalidMimeType', declaredType);
      const mayDecode = ({ width, height }: Metadata): boolean =>
        width * height <= largePixels ||
        large.take(quotaKeys, Math.ceil((width * height) / pixelsPerTurn)) === 0;
      return turns.run(quotaKeys, async () => {
        try {
          return await decodeAndEncode(bytes, mayDecode, maxSide);
        } catch (error) {
          if (error instanceof StorageError) throw error;
          if (isTooMuch(error)) throw new StorageError('EntityTooLarge', '', { cause: error });
          throw new StorageError('InvalidMimeType', declaredType, { cause: error });
        }
      });
    },
  };
}
