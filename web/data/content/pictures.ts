import type { Company } from '../../../shared/content/content.ts';
import { contentBucket, maxPictureSidePixels } from '../../../shared/limits.ts';
import { newUuid } from '../../util/uuid.ts';
import { getStorage } from '../client.ts';
import { unwrap } from '../errors.ts';
import { drawLogo } from './logo.ts';
import { shrinkPhoto } from '../files/shrinkPhoto.ts';

/** In seconds: a year, since a picture never changes. */
const cacheControl = '31536000';

/** The most that the server lists at once. */
const maxListed = 1000;

/** @throws DataError */
async function upload(picture: Blob): Promise<string> {
  const bucket = (await getStorage()).from(contentBucket);
  const options = { contentType: picture.type, cacheControl };
  return unwrap(await bucket.upload(`${newUuid()}.jpg`, picture, options)).path;
}

/**
 * Shrinks and uploads a picture of the content, under a new name: devices keep pictures by name.
 * @returns its name in the bucket
 * @throws DataError `EntityTooLarge`, `InvalidMimeType`, `AccessDenied`, `network`
 */
export async function uploadPicture(file: File): Promise<string> {
  return upload(await shrinkPhoto(file, maxPictureSidePixels));
}

/**
 * Draws and uploads the company's logo, and with it the icon of the installed app.
 * @returns their names in the bucket
 * @throws DataError as `uploadPicture`
 */
export async function uploadLogo(file: File): Promise<NonNullable<Company['logo']>> {
  const { logo, icon } = await drawLogo(file);
  const [path, iconPath] = await Promise.all([upload(logo), upload(icon)]);
  return { path, icon: iconPath };
}

/** The names of all pictures and logos that the server stores. */
export async function listPictures(signal: AbortSignal): Promise<readonly string[]> {
  const bucket = (await getStorage()).from(contentBucket);
  const names: string[] = [];
  let page;
  do {
    page = unwrap(await bucket.list('', { limit: maxListed, offset: names.length }, { signal }));
    names.push(...page.map(({ name }) => name));
  } while (page.length === maxListed);
  return names;
}
