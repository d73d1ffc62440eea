import type { RequestSession } from '../../db/exchange.ts';
import type { StorageServices } from '../services.ts';
import type { ObjectAddress } from '../store/keys.ts';
import { readUpload } from './read-upload.ts';
import { prepareObject, storeObject } from './store-object.ts';

export interface UploadTerms {
  readonly session: RequestSession;
  /** A user's id; null for keys. */
  readonly owner: string | null;
  /** Whether an existing object is replaced. */
  readonly upsert: boolean;
  /** See `StorageRequest.payers`. */
  readonly payers: readonly string[];
}

/**
 * Stores the body of a request. Checks the right to store it before it reads the body.
 * @returns the object's id
 * @throws StorageError NoSuchBucket, and for content that the bucket does not allow; pg.DatabaseError from the policies
 */
export async function receiveUpload(
  services: StorageServices,
  request: Request,
  address: ObjectAddress,
  { session, owner, upsert, payers }: UploadTerms,
): Promise<string> {
  const { objects, buckets, uploads } = services;
  const rules = await buckets.uploadRules(address.bucket);
  await objects.checkUpload(session, address, owner, upsert);
  return uploads.run(payers, async () => {
    const body = await readUpload(request, rules.fileSizeLimit);
    const object = await prepareObject(services, rules, body, { owner, payers });
    return storeObject(services, session, address, object, upsert);
  });
}
