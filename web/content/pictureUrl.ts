import type { Picture } from '../../shared/content/content.ts';
import { contentBucket } from '../../shared/limits.ts';
import { getEnvironment } from '../data/environment.ts';

/** The address of an uploaded picture, or of the logo. */
export function pictureUrl({ path }: Pick<Picture, 'path'>): string {
  return `${getEnvironment().backendUrl}/storage/v1/object/public/${contentBucket}/${path}`;
}
