import { StorageError } from '../errors.ts';

export const maxKeyBytes = 1024;
export const maxBucketLength = 100;
/** The characters that keys of storage/v1 may have; names of buckets may have the same but for the slash. */
const keyPattern = /^[\w/!\-.*'() &$@=;:+,?]+$/;
const bucketPattern = /^[\w!\-.*'() &$@=;:+,?]+$/;

/** Where an object lies. */
export interface ObjectAddress {
  readonly bucket: string;
  readonly key: string;
}

/**
 * Checks a key: allowed characters, at most 1024 bytes, no empty, `.` or `..` segment. Keys never become file names
 * here, but a file of that name must not surprise whoever downloads a copy.
 * @throws StorageError InvalidKey
 */
export function checkKey(key: string): string {
  // The pattern allows ASCII only, so length is bytes.
  const isText = key.length <= maxKeyBytes && keyPattern.test(key);
  const odd = (segment: string): boolean => segment === '' || segment === '.' || segment === '..';
  if (!isText || key.split('/').some(odd)) throw new StorageError('InvalidKey', key.slice(0, maxKeyBytes));
  return key;
}

/** @throws StorageError InvalidBucketName */
export function checkBucketName(name: string): string {
  if (name.length > maxBucketLength || name.trim() !== name || !bucketPattern.test(name))
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
 * The bucket and key that a URL names behind `prefix`. Read from the URL as it was sent, because the router's own
 * decoding keeps some escapes.
 * @throws StorageError InvalidKey; NoSuchRoute when there is no key
 */
export function objectAddress(request: Request, prefix: string): ObjectAddress {
  const { pathname } = new URL(request.url);
  const rest = pathname.slice(pathname.indexOf(prefix) + prefix.length);
  const slash = rest.indexOf('/');
  if (slash <= 0 || slash === rest.length - 1)
    throw new StorageError('NoSuchRoute', `${request.method}:${pathname}`);
  return { bucket: decode(rest.slice(0, slash)), key: checkKey(decode(rest.slice(slash + 1))) };
}

/** The same as a part of a URL. */
export function encodedAddress({ bucket, key }: ObjectAddress): string {
  return [bucket, ...key.split('/')].map(encodeURIComponent).join('/');
}
