import { StorageError } from '../errors.ts';
import type { UploadRules } from '../store/buckets.ts';

const token = "[\\w!#$&^.+'*`|~%-]+";
const typePattern = new RegExp(`^${token}/${token}$`);
/** What a header may hold: parameters are shown as they were declared. */
const headerText = /^[\t\x20-\x7e]{1,255}$/;

/**
 * Checks a declared content type against what the bucket takes. SVG is refused everywhere: it is a document that
 * can hold scripts, not a picture.
 * @throws StorageError InvalidMimeType
 */
export function checkContentType(declared: string, allowed: UploadRules['allowedMimeTypes']): void {
  const type = (declared.split(';')[0] ?? '').trim().toLowerCase();
  const fits = (pattern: string): boolean =>
    pattern === '*/*' || (pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern);
  if (
    !headerText.test(declared) ||
    !typePattern.test(type) ||
    type.startsWith('image/svg') ||
    (allowed && !allowed.some(fits))
  )
    throw new StorageError('InvalidMimeType', declared.slice(0, 255));
}

/** Whether a bucket takes nothing but pictures. */
export function takesOnlyImages(allowed: UploadRules['allowedMimeTypes']): boolean {
  return allowed !== null && allowed.every((type) => type.startsWith('image/'));
}
