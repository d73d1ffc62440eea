import { maxPhotoSidePixels } from '../../../shared/limits.ts';

const jpegQuality = 0.85;

/** Width and height that fit into a square of `longest` pixels; never larger than the picture is. */
export function fitWithin(width: number, height: number, longest: number): { width: number; height: number } {
  const scale = Math.min(1, longest / Math.max(width, height, 1));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Paints the canvas white. JPEG has no transparency: without this, transparent parts become black. */
export function fillWhite(context: CanvasRenderingContext2D): void {
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, context.canvas.width, context.canvas.height);
}

function drawJpeg(picture: ImageBitmap, longest: number): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const size = fitWithin(picture.width, picture.height, longest);
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  fillWhite(context);
  context.drawImage(picture, 0, 0, size.width, size.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
}

/**
 * The picture as a JPEG of at most `longest` pixels, upright and without its metadata. A file that the
 * browser cannot decode (HEIC outside Safari) comes back unchanged, for the server to judge.
 */
export async function shrinkPhoto(file: File, longest = maxPhotoSidePixels): Promise<File> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const jpeg = await drawJpeg(picture, longest);
    picture.close();
    return jpeg ? new File([jpeg], 'photo.jpg', { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
}
