import { contentBucket, maxPictureSidePixels } from '../../../shared/limits.ts';
import { newUuid } from '../../util/uuid.ts';
import { getStorage } from '../client.ts';
import { unwrap } from '../errors.ts';
import { shrinkPhoto } from '../photos.ts';

/** In seconds: a year, since a picture never changes. */
const cacheControl = '31536000';

/**
 * Shrinks and uploads a picture of the content, under a new name: devices keep pictures by name.
 * @returns its name in the bucket
 * @throws DataError `EntityTooLarge`, `InvalidMimeType`, `AccessDenied`, `network`
 */
export async function uploadPicture(file: File): Promise<string> {
  const picture = await shrinkPhoto(file, maxPictureSidePixels);
  const bucket = (await getStorage()).from(contentBucket);
  const options = { contentType: picture.type, cacheControl };
  return unwrap(await bucket.upload(`${newUuid()}.jpg`, picture, options)).path;
}
