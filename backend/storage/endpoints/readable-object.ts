import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';
import { serverSession, type StoredObject } from '../store/objects.ts';
import type { Audience } from './object-response.ts';

/** The object that a request asks for, and who may cache the response. */
export interface ReadableObject {
  readonly object: StoredObject | undefined;
  readonly audience: Audience;
}

/**
 * Finds an object of a public bucket, for everyone.
 * @throws StorageError NoSuchBucket when the bucket is private: it looks like a missing one
 */
export async function publicObject({ services, address }: StorageRequest): Promise<ReadableObject> {
  const found = await services.objects.findPublic(address);
  if (found.bucket !== 'public') throw new StorageError('NoSuchBucket');
  return { object: found.object, audience: { isPublic: true } };
}

/** Finds an object with the caller's rights. */
export async function callerObject({ services, address, caller }: StorageRequest): Promise<ReadableObject> {
  const { session } = await caller();
  return { object: await services.objects.find(session, address), audience: { isPublic: false } };
}

/**
 * Finds the object of a signed URL with the server's rights.
 * @throws StorageError InvalidJWT, InvalidSignature, NoSuchKey
 */
export async function signedObject({ services, address, query }: StorageRequest): Promise<{
  readonly object: StoredObject;
  readonly audience: Audience;
  /** As in `DownloadGrant`. */
  readonly transformations: string;
}> {
  const { token } = query;
  if (token === undefined)
    throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
  const { expires, transformations } = await services.signedUrls.verifyDownload(token, address);
  const object = await services.objects.find(serverSession, address);
  if (!object) throw new StorageError('NoSuchKey');
  return { object, audience: { isPublic: false, expires }, transformations };
}

/**
 * Checks that the object exists in the version that `?versionId` asks for; former versions are not kept.
 * @throws StorageError NoSuchKey
 */
export function requestedVersion({ query }: StorageRequest, object: StoredObject | undefined): StoredObject {
  const { versionId } = query;
  if (!object || (versionId !== undefined && versionId !== object.version))
    throw new StorageError('NoSuchKey');
  return object;
}
