import { isUuid } from '../util/uuid.ts';

/** First and last byte, both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The bytes of an object, or of a part of it, as they arrive. Read them to the end, or leave the iteration. */
export interface OpenedObject {
  /** In bytes: of the part. */
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

export interface ListedObject {
  readonly key: string;
  /** In milliseconds since 1970, by the store's clock. */
  readonly modifiedAt: number;
}

/**
 * Bytes under keys. A key is written once and its bytes never change, so callers make up a new key for new bytes. Keys
 * have segments of letters, digits, dots, hyphens and underscores. Every function throws ObjectStoreError when the store
 * does not respond.
 */
export interface ObjectStore extends Disposable {
  /** Names the store to the operator: a folder, or a bucket and its address. */
  readonly place: string;
  /**
   * Resolves when the bytes would survive a power failure.
   * @param sha256 of the bytes, in hex, if the caller knows it
   */
  put(key: string, bytes: Buffer, sha256?: string): Promise<void>;
  /** All bytes in memory; undefined when there is no such object. */
  read(key: string): Promise<Buffer<ArrayBuffer> | undefined>;
  /** All bytes, or a part of them, as a stream; undefined when there is no such object. */
  open(key: string, range?: ByteRange): Promise<OpenedObject | undefined>;
  /** Succeeds when there is no such object. */
  delete(key: string): Promise<void>;
  /** Lists the objects whose keys start with the prefix, which ends with a slash, in no particular order. */
  list(prefix: string): AsyncIterable<ListedObject>;
}

/**
 * Whether a text is a key as callers make them up. Any other text, such as one with a segment `..`, would name another object as a
 * path or an address.
 */
export function isObjectKey(text: string): boolean {
  return text.split('/').every((segment) => /^[\w-][\w.-]*$/.test(segment));
}

/** @throws Error when a text is no key */
export function checkObjectKey(key: string): string {
  if (!isObjectKey(key)) throw new Error(`Invalid key of a stored object: ${key}`);
  return key;
}

/** Begins the keys of the bytes of stored objects. */
export const blobPrefix = 'objects/';

/** The key of a version's bytes. @throws Error when the version is not a UUID */
export function blobKey(version: string): string {
  // Versions come from the database, where an import may have written anything.
  if (!isUuid(version)) throw new Error(`Invalid version of a stored object: ${version}`);
  return `${blobPrefix}${version}`;
}

/** The version that a key below `blobPrefix` holds; other text for a key of another origin. */
export function versionOf(key: string): string {
  return key.slice(blobPrefix.length);
}

/** A store did not respond, or refused the request. The message is for the operator. */
export class ObjectStoreError extends Error {
  /** Whether the store refused the request for good: a wrong key, a missing bucket. Otherwise a retry may succeed. */
  readonly isRefusal: boolean;
  constructor(message: string, options: ErrorOptions & { readonly isRefusal?: boolean } = {}) {
    super(message, options);
    this.isRefusal = options.isRefusal ?? false;
  }
}
