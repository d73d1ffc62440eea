import type { HttpRequest } from '../../http/request.ts';
import { noSuchRoute, StorageError } from '../errors.ts';

export const maxKeyBytes = 1024;
export const maxBucketCharacters = 100;
/** Upstream's allowed characters. Bucket names allow the same except the slash. */
const keyPattern = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const bucketPattern = /^[\w!\-.*'() &$@=;:+,?]+$/;

export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Returns the key if it has only allowed characters, at most 1024 bytes, and no empty, `.` or `..` segment. Keys never
 * become file names here, but a client may use one as a path.
 * @throws StorageError InvalidKey
 */
export function checkKey(key: string): string {
  // The pattern allows only ASCII, so the length counts bytes.
  const isText = key.length <= maxKeyBytes && keyPattern.test(key);
  const odd = (segment: string): boolean => segment === '' || segment === '.' || segment === '..';
  if (!isText || key.split('/').some(odd)) throw new StorageError('InvalidKey', key.slice(0, maxKeyBytes));
  return key;
}

/** Returns the name if it is valid. @throws StorageError InvalidBucketName */
export function checkBucketName(name: string): string {
  if (name.length > maxBucketCharacters || name.trim() !== name || !bucketPattern.test(name))
    throw new StorageError('InvalidBucketName');
  return name;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new StorageError('InvalidKey', text.slice(0, maxKeyBytes));
  }
}

/**
 * Reads bucket and key from the URL's path after `prefix`. It decodes the raw path itself, because the router leaves some
 * escapes in its parameters.
 * @throws StorageError InvalidKey; NoSuchRoute without a key
 */
export function objectAddress(request: Pick<HttpRequest, 'method' | 'path'>, prefix: string): ObjectAddress {
  const { path } = request;
  const rest = path.slice(path.indexOf(prefix) + prefix.length);
  const slash = rest.indexOf('/');
  if (slash <= 0 || slash === rest.length - 1) throw noSuchRoute(request);
  const bucket = decode(rest.slice(0, slash));
  // PostgreSQL's text has no NUL: a statement about several addresses would fail for all of them.
  if (bucket.includes('\0')) throw new StorageError('InvalidKey', bucket.slice(0, maxKeyBytes));
  return { bucket, key: checkKey(decode(rest.slice(slash + 1))) };
}

/** Bucket and key, escaped for a URL. */
export function encodedAddress({ bucket, key }: ObjectAddress): string {
  return [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
}
