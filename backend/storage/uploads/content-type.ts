import { StorageError } from '../errors.ts';
import type { UploadRules } from '../store/buckets.ts';

const token = "[\\w!#$&^.+'*`|~%-]+";
const typePattern = new RegExp(`^${token}/${token}$`);
/** Allowed in a header: responses repeat the declared type with its parameters. */
const headerText = /^[\t\x20-\x7e]{1,255}$/;

/**
 * Checks a declared content type against the bucket's allowed types. Rejects SVG everywhere: it can hold scripts.
 * @returns the type in lower case, without parameters
 * @throws StorageError InvalidMimeType
 */
export function checkContentType(declared: string, allowed: UploadRules['allowedMimeTypes']): string {
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
  return type;
}

/** Whether the bucket looks at the bytes of what it stores: it allows images alone, or verifies content. */
export function inspectsContent({ allowedMimeTypes, verifiesContent }: UploadRules): boolean {
  return verifiesContent || (allowedMimeTypes?.every((type) => type.startsWith('image/')) ?? false);
}
