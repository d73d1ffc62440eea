import type { Metadata, Sharp } from 'sharp';
import { StorageError } from '../errors.ts';
import { countScans } from './jpeg-scans.ts';

/**
 * Million pixels of the pictures that the decoder takes, so that each needs about 200 MiB at most; measured with `resize`. It
 * shrinks a plain JPEG while it reads (200 million pixels, the most that phones make: 30 MiB), and holds a progressive
 * picture, or a JPEG of several scans, in memory as a whole (6 bytes per pixel).
 */
const maxMegapixels = { jpeg: 220, other: 52, progressive: 16 } as const;
const maxFrames = 1000;
/** Encoders make about ten. */
const maxScans = 100;
const timeoutSeconds = 20;

const isJpeg = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff';

/**
 * Whether the first bytes are those of a format that we decode. No other format reaches a decoder: SVG can name other
 * files and hold scripts, TIFF is not needed, and the build has no codec for HEIC.
 */
export function isPicture(bytes: Buffer): boolean {
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  return (
    isJpeg(bytes) ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12)))
  );
}

/** Loads libvips when the first picture comes: it takes 20 MiB that most processes never need. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // One thread per picture and no cache, so that uploads do not starve other work.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

function tooManyPixels(width: number, height: number, kind: keyof typeof maxMegapixels): string {
  const most = `${maxMegapixels[kind]} million pixels`;
  const limit = {
    jpeg: `it may have ${most}`,
    other: `a picture that is no JPEG may have ${most}`,
    progressive: `a progressive picture may have ${most}: save it as a plain JPEG, not a progressive one`,
  };
  return `The picture has ${width} × ${height} pixels; ${limit[kind]}, or make it smaller`;
}

export interface OpenedPicture {
  readonly picture: Sharp;
  readonly metadata: Metadata;
}

/**
 * Opens a picture after a size check: applies EXIF orientation, drops metadata (location, device, thumbnail), converts to
 * sRGB, keeps only the first frame.
 * @throws StorageError EntityTooLarge, and errors of sharp
 */
export async function openPicture(bytes: Buffer): Promise<OpenedPicture> {
  const scans = isJpeg(bytes) ? countScans(bytes, maxScans) : 0;
  if (scans > maxScans) throw new StorageError('EntityTooLarge');
  const options = { limitInputPixels: false, failOn: 'error', autoOrient: true } as const;
  const sharp = await loadSharp();
  const metadata = await sharp(bytes, options).metadata();
  const { pages, isProgressive, width, height } = metadata;
  if ((pages ?? 1) > maxFrames) throw new StorageError('EntityTooLarge');
  const kind = isProgressive || scans > 1 ? 'progressive' : scans === 1 ? 'jpeg' : 'other';
  if (width * height > maxMegapixels[kind] * 1_000_000)
    throw new StorageError('EntityTooLarge', tooManyPixels(width, height, kind));
  return { picture: sharp(bytes, options).timeout({ seconds: timeoutSeconds }), metadata };
}

/** Whether sharp rejected the picture for its decoding time, rather than as malformed. */
export function isTooMuch(error: unknown): boolean {
  return /timeout/i.test(String(error));
}
