import { DataError } from '../errors.ts';
import { fillWhite, fitWithin } from '../files/shrinkPhoto.ts';

/** The longest side of the logo, and the side of the icon, in pixels. */
const logoPixels = 512;
/** The logo's share of the icon: a device may cut the corners of an icon off. */
const iconShare = 0.62;
const jpegQuality = 0.92;

/** Decodes a picture, SVG too. @throws DataError `InvalidMimeType` for one that this browser cannot decode */
async function decode(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch {
    throw new DataError('InvalidMimeType', 'The logo could not be decoded');
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return image;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Draws a picture into the middle of a white ground, and encodes it as JPEG. @throws DataError `InvalidMimeType` */
async function drawOn(image: HTMLImageElement, ground: Size, { width, height }: Size): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), ground);
  const context = canvas.getContext('2d');
  if (context) {
    fillWhite(context);
    context.drawImage(image, (ground.width - width) / 2, (ground.height - height) / 2, width, height);
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', jpegQuality));
  if (!context || !blob) throw new DataError('InvalidMimeType', 'This browser cannot draw the logo');
  return blob;
}

/**
 * The company's logo on white, in which it is legible on light and dark screens, and the square icon of the installed app.
 * @throws DataError `InvalidMimeType`
 */
export async function drawLogo(file: File): Promise<{ readonly logo: Blob; readonly icon: Blob }> {
  const image = await decode(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  const scale = logoPixels / Math.max(width, height, 1);
  // A drawing of lines has no pixels of its own: it may grow.
  const own =
    file.type === 'image/svg+xml'
      ? { width: width * scale, height: height * scale }
      : fitWithin(width, height, logoPixels);
  const inIcon = { width: width * scale * iconShare, height: height * scale * iconShare };
  return {
    logo: await drawOn(image, { width: Math.ceil(own.width), height: Math.ceil(own.height) }, own),
    icon: await drawOn(image, { width: logoPixels, height: logoPixels }, inIcon),
  };
}
