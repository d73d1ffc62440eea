import jsQR from 'jsqr';
import sharp, { type Sharp } from 'sharp';

/** Reads the QR code of a picture with a decoder that knows nothing of our encoder. Null where it finds none. */
export async function codeOf(picture: Buffer | Sharp): Promise<string | null> {
  const image = Buffer.isBuffer(picture) ? sharp(picture) : picture;
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? null;
}
