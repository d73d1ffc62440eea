import { availableParallelism } from 'node:os';
import sharp, { type Metadata } from 'sharp';
import { StorageError } from './errors.ts';
import { createGate } from './gate.ts';

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
/** A phone's largest photos have 48 million pixels. */
const maxPixels = 50_000_000;
/** A progressive picture is held whole while it is decoded: 6 bytes for each pixel, measured. */
const maxProgressivePixels = 16_000_000;
const maxFrames = 1000;
const timeoutSeconds = 20;
const maxWaiting = 32;

/**
 * The formats that are decoded, told by their first bytes. Nothing else reaches a decoder: no SVG (it can name
 * other files and hold scripts), no TIFF, no HEIC (its codec is not part of the build).
 */
function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12)))
  );
}

async function decodeAndEncode(bytes: Buffer): Promise<Content> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true } as const;
  const { hasAlpha, pages, isProgressive, width, height }: Metadata = await sharp(bytes, options).metadata();
  if ((pages ?? 1) > maxFrames || (isProgressive && width * height > maxProgressivePixels))
    throw new StorageError('EntityTooLarge');
  // Of an animation the first frame; metadata (place, device, thumbnail) is not carried over, colours become sRGB.
  const picture = sharp(bytes, options)
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  return hasAlpha
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
          const tooLarge = /exceeds pixel limit|timeout/i.test(String(error));
          throw new StorageError(tooLarge ? 'EntityTooLarge' : 'InvalidMimeType', declaredType, {
            cause: error,
          });
        }
      });
    },
  };
}
