import sharp, { type Metadata, type Sharp } from 'sharp';
import { StorageError } from '../errors.ts';

/** A phone's largest photos have 48 million pixels. */
const maxPixels = 50_000_000;
/** A progressive picture is held whole while it is decoded: 6 bytes for each pixel, measured. */
const maxProgressivePixels = 16_000_000;
const maxFrames = 1000;
const timeoutSeconds = 20;

/**
 * The formats that are decoded, told by their first bytes. Nothing else reaches a decoder: no SVG (it can name
 * other files and hold scripts), no TIFF, no HEIC (its codec is not part of the build).
 */
export function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12)))
  );
}

/** A picture whose size was found bearable, upright; of an animation the first frame. */
export interface OpenedPicture {
  readonly picture: Sharp;
  readonly metadata: Metadata;
}

/**
 * Opens a picture to be worked on. Metadata (place, device, thumbnail) is not carried over, colours become sRGB.
 * @throws StorageError EntityTooLarge, and what sharp throws
 */
export async function openPicture(bytes: Buffer): Promise<OpenedPicture> {
  const options = { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true } as const;
  const metadata = await sharp(bytes, options).metadata();
  const { pages, isProgressive, width, height } = metadata;
  if ((pages ?? 1) > maxFrames || (isProgressive && width * height > maxProgressivePixels))
    throw new StorageError('EntityTooLarge');
  return { picture: sharp(bytes, options).timeout({ seconds: timeoutSeconds }), metadata };
}

/** Whether sharp gave up because the picture is too large, not because it is none. */
export function isTooMuch(error: unknown): boolean {
  return /exceeds pixel limit|timeout/i.test(String(error));
}
