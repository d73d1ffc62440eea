import { availableParallelism } from 'node:os';
import sharp, { type Metadata } from 'sharp';
import { StorageError } from './errors.ts';
import { createSemaphore } from '../util/semaphore.ts';
import { createBuckets } from '../util/buckets.ts';
import { isPicture, isTooMuch, openPicture } from './picture.ts';

/** Bytes as they are stored, and what they are. */
export interface Content {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Makes a picture that is safe to show out of what somebody sent. */
export interface Images {
  /**
   * @param declaredType only named in the error
   * @param payers as `StorageServices.payers` gives them
   * @throws StorageError InvalidMimeType, EntityTooLarge, SlowDown; BusyError
   */
  reencode(bytes: Buffer, declaredType: string, payers: readonly string[]): Promise<Content>;
}

/** Pixels on the longest side of a stored picture. */
const maxSide = 1024;
const quality = 82;
const maxWaiting = 32;
const sharedWaiting = 16;
/** The app sends about one million pixels; a camera's own file takes up to a second of a core. */
const largePixels = 4_000_000;
/** How many large pictures one account or network may have decoded, in ten minutes on average. */
const largePictures = { limit: 40, span: 10 * 60_000 };

async function decodeAndEncode(bytes: Buffer, mayDecode: (metadata: Metadata) => boolean): Promise<Content> {
  const { picture: opened, metadata } = await openPicture(bytes);
  if (!mayDecode(metadata)) throw new StorageError('SlowDown');
  const picture = opened.resize({
    width: maxSide,
    height: maxSide,
    fit: 'inside',
    withoutEnlargement: true,
  });
  return metadata.hasAlpha
    ? { bytes: await picture.webp({ quality }).toBuffer(), contentType: 'image/webp' }
    : { bytes: await picture.jpeg({ quality, mozjpeg: true }).toBuffer(), contentType: 'image/jpeg' };
}

/**
 * Decodes pictures and encodes them anew: what was appended or hidden is gone, so are EXIF, XMP and the place where
 * the photo was taken; the picture is upright and at most 1024 × 1024 pixels. Opaque pictures become JPEG, others
 * WebP. As many at once as there are cores, on libuv's threads.
 */
export function createImages(): Images {
  // One thread for each picture and nothing kept between them: uploads must not push out everything else.
  sharp.concurrency(1);
  sharp.cache(false);
  const running = availableParallelism();
  const turns = createSemaphore({
    running,
    waiting: maxWaiting,
    perPayer: { running, waiting: sharedWaiting },
  });
  const large = createBuckets(largePictures);
  return {
    async reencode(bytes, declaredType, payers) {
      if (!isPicture(bytes)) throw new StorageError('InvalidMimeType', declaredType);
      return turns.run(payers, async () => {
        try {
          return await decodeAndEncode(
            bytes,
            ({ width, height }) =>
              width * height <= largePixels || payers.every((payer) => large.take(payer) === 0),
          );
        } catch (error) {
          if (error instanceof StorageError) throw error;
          const code = isTooMuch(error) ? 'EntityTooLarge' : 'InvalidMimeType';
          throw new StorageError(code, declaredType, { cause: error });
        }
      });
    },
  };
}
