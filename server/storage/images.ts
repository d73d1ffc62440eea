import { availableParallelism } from 'node:os';
import sharp from 'sharp';
import { StorageError } from './errors.ts';
import { createGate } from './gate.ts';
import { isPicture, isTooMuch, openPicture } from './picture.ts';

/** Bytes as they are stored, and what they are. */
export interface Content {
  readonly bytes: Buffer;
  readonly contentType: string;
}

/** Makes a picture that is safe to show out of what somebody sent. */
export interface Images {
  /** `declaredType` is only named in the refusal. Throws StorageError InvalidMimeType, EntityTooLarge, SlowDown. */
  reencode(bytes: Buffer, declaredType: string): Promise<Content>;
}

/** Pixels on the longest side of a stored picture. */
const maxSide = 1024;
const quality = 82;
const maxWaiting = 32;

async function decodeAndEncode(bytes: Buffer): Promise<Content> {
  const { picture: opened, metadata } = await openPicture(bytes);
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
  const gate = createGate({ running: availableParallelism(), waiting: maxWaiting });
  return {
    async reencode(bytes, declaredType) {
      if (!isPicture(bytes)) throw new StorageError('InvalidMimeType', declaredType);
      return gate.run(async () => {
        try {
          return await decodeAndEncode(bytes);
        } catch (error) {
          if (error instanceof StorageError) throw error;
          const code = isTooMuch(error) ? 'EntityTooLarge' : 'InvalidMimeType';
          throw new StorageError(code, declaredType, { cause: error });
        }
      });
    },
  };
}
