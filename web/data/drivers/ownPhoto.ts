import { photoBucket, photoFolder } from '../../../shared/limits.ts';
import { getStorage } from '../client.ts';
import { getDatabase } from '../database.ts';
import { getDriverForUser, type Driver } from './drivers.ts';
import { DataError, unwrap } from '../errors.ts';
import { uploadPhoto } from './photos.ts';

/** Deletes the photos of this account that no driver record names; the backend keeps the others. */
async function removeUnusedPhotos(userId: string): Promise<void> {
  const bucket = (await getStorage()).from(photoBucket);
  const found = unwrap(await bucket.list(photoFolder, { search: `${userId}-` }));
  if (found.length > 0) unwrap(await bucket.remove(found.map(({ name }) => `${photoFolder}/${name}`)));
}

/**
 * Uploads a photo of the driver who is signed in. An account keeps few photos: when there is no room, those that no
 * driver record names are deleted first.
 * @returns as `uploadPhoto`
 * @throws DataError `EntityTooLarge`, `InvalidMimeType`, `AccessDenied`
 */
export async function uploadOwnPhoto(userId: string, file: File): Promise<string> {
  try {
    return await uploadPhoto(userId, file);
  } catch (error) {
    if (!(error instanceof DataError) || error.code !== 'AccessDenied') throw error;
    await removeUnusedPhotos(userId);
    return uploadPhoto(userId, file);
  }
}

/**
 * Changes the photo of the driver who is signed in. Where the company approves drivers, the photo waits in
 * `pending_photo_url`. The photo before is deleted once nothing names it; if that fails, the backend deletes it later.
 * @throws DataError of the step that failed, as `uploadOwnPhoto`; `not_a_driver`
 */
export async function changeOwnPhoto(userId: string, file: File): Promise<Driver> {
  const photo = await uploadOwnPhoto(userId, file);
  unwrap(await getDatabase().rpc('change_own_photo', { photo_url: photo }));
  const driver = await getDriverForUser(userId);
  if (!driver) throw new DataError('not_a_driver', 'The driver record is gone', 404);
  await removeUnusedPhotos(userId).catch((failure: unknown) => {
    console.error('A photo that was replaced could not be removed', failure);
  });
  return driver;
}
