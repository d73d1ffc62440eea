import { photoBucket } from '../../../shared/limits.ts';
import { getEnvironment } from '../environment.ts';

/** The public address of a file in the photo bucket, without the origin of the backend. */
export const publicPhotoFolder = `/storage/v1/object/public/${photoBucket}/`;

/** Twice the width of the photo on a phone. */
const smallSidePixels = 512;

/**
 * The address of a driver's photo. The database stores a photo of our own bucket without an origin: it loads from the
 * backend in use. An address of another host stays as it is.
 * @param stored `photo_url` of a driver record
 */
export function photoUrl(stored: string | null, backendUrl = getEnvironment().backendUrl): string | null {
  return stored?.startsWith(publicPhotoFolder) ? backendUrl + stored : stored;
}

/**
 * The address of a smaller rendition of a driver's photo, which loads in a fraction of the time; undefined for a photo
 * of another host. A hosted backend may make none: show the photo itself then.
 * @param stored `photo_url` of a driver record
 */
export function smallPhotoUrl(
  stored: string | null,
  backendUrl = getEnvironment().backendUrl,
): string | undefined {
  if (!stored?.startsWith(publicPhotoFolder)) return undefined;
  const rendered = stored.replace('/object/public/', '/render/image/public/');
  return `${backendUrl}${rendered}?width=${smallSidePixels}&height=${smallSidePixels}&resize=cover`;
}
