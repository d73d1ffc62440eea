import { StorageError } from '../errors.ts';
import type { StorageRequest } from '../request.ts';
import { creatorSession } from '../signing/creator-session.ts';
import { findUrlRules } from '../store/buckets.ts';
import { findObject, serverSession, type StoredObject } from '../store/objects.ts';
import type { Audience } from './object-response.ts';

/** The object that a request asks for, and who may cache the response. */
export interface ReadableObject {
  readonly object: StoredObject | undefined;
  readonly audience: Audience;
  /** As in `verifyDownload`; undefined without a signed URL. */
  readonly transformations?: string;
}

/**
 * Finds an object of a public bucket, for everyone.
 * @throws StorageError NoSuchBucket when the bucket is private: it looks like a missing one
 */
export async function publicObject({ publicRows, address }: StorageRequest): Promise<ReadableObject> {
  const { bucket, object } = await publicRows.find(address());
  if (bucket !== 'public') throw new StorageError('NoSuchBucket');
  return { object, audience: { isPublic: true } };
}

/** Finds an object with the caller's rights. */
export async function callerObject(request: StorageRequest): Promise<ReadableObject> {
  const address = request.address();
  const { session } = await request.caller();
  return { object: await findObject(request.db, session, address), audience: { isPublic: false } };
}

/**
 * Finds the object of a signed URL: with the rights of its creator where the bucket wants that, else with the server's. A
 * URL from before the bucket had its rules obeys them too.
 * @throws StorageError InvalidJWT, InvalidSignature, NoSuchKey; AccessDenied when the creator is no longer signed in
 */
export async function signedObject(request: StorageRequest) {
  const { db, signedUrls, query } = request;
  const address = request.address();
  const terms = await signedUrls.verifyDownload(requiredToken(query), address);
  const { expires, seconds, transformations, creator } = terms;
  const { maxSeconds, followsCreator } = await findUrlRules(request, address.bucket);
  if (seconds > maxSeconds || (followsCreator && !creator)) throw new StorageError('InvalidSignature');
  const session = creator ? await creatorSession(request, creator) : serverSession;
  const object = await findObject(db, session, address);
  if (!object) throw new StorageError('NoSuchKey');
  return { object, audience: { isPublic: false, expires }, transformations };
}

/** The token in the query of a signed URL. @throws StorageError InvalidRequest */
export function requiredToken({ token }: StorageRequest['query']): string {
  if (token !== undefined) return token;
  throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
}

/**
 * Checks that the object exists in the version that `?versionId` asks for; former versions are not kept.
 * @throws StorageError NoSuchKey
 */
export function requestedVersion(
  { query: { versionId } }: StorageRequest,
  object: StoredObject | undefined,
): StoredObject {
  if (!object || (versionId !== undefined && versionId !== object.version))
    throw new StorageError('NoSuchKey');
  return object;
}
