import { minPhotoSidePixels, photoBucket, photoFolder } from '../../../shared/limits.ts';
import { getStorage } from '../client.ts';
import { shrinkPhoto } from '../files/shrinkPhoto.ts';
import { unwrap } from '../errors.ts';
import { publicPhotoFolder } from './photoUrl.ts';

/** `unreadable`: the browser cannot decode it, and neither can the server or another browser. */
export type PhotoProblem = 'unreadable' | 'small';

/** Whether a picked file can be the photo of a driver; null when it can. */
export async function findPhotoProblem(file: File): Promise<PhotoProblem | null> {
  try {
    const picture = await createImageBitmap(file);
    const side = Math.min(picture.width, picture.height);
    picture.close();
    return side < minPhotoSidePixels ? 'small' : null;
  } catch {
    return 'unreadable';
  }
}

const extensionByType: Record<string, string> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg' };

/** `profile-photos/{userId}-{timestamp}.{ext}`; the extension follows the type, not the file's name. */
export function photoPath(userId: string, type: string, timestamp: number): string {
  const extension = extensionByType[type] ?? /^image\/([a-z0-9]+)$/.exec(type)?.[1] ?? 'bin';
  return `${photoFolder}/${userId}-${timestamp}.${extension}`;
}

/**
 * Shrinks and uploads the photo of a driver.
 * @param account owner of the storage prefix; deleting the account deletes the photo
 * @returns what a driver record names it by: its public address without the origin, see `photoUrl`
 * @throws DataError `EntityTooLarge`, `InvalidMimeType`, `AccessDenied`
 */
export async function uploadPhoto(account: string, file: File): Promise<string> {
  const photo = await shrinkPhoto(file);
  const bucket = (await getStorage()).from(photoBucket);
  const { path } = unwrap(
    await bucket.upload(photoPath(account, photo.type, Date.now()), photo, { contentType: photo.type }),
  );
  return publicPhotoFolder + path;
}
