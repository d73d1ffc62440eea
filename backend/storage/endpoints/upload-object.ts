import type { Handler } from 'hono';
import type { RequestSession } from '../../db/exchange.ts';
import { StorageError } from '../errors.ts';
import { objectAddress, type ObjectAddress } from '../store/keys.ts';
import type { StorageServices } from '../services.ts';
import { contentFor, newObject, storeObject } from '../uploads/store-object.ts';
import { readUpload } from '../uploads/read-upload.ts';

/** In whose name, and how, a body is stored. */
export interface UploadTerms {
  readonly session: RequestSession;
  /** A user's id; null for keys. */
  readonly owner: string | null;
  /** Whether an object of that name is replaced. */
  readonly upsert: boolean;
  /** As `StorageServices.payers` gives them. */
  readonly payers: readonly string[];
}

/**
 * Stores the body of a request; returns the object's id. The right to do so is asked before the body is read.
 * @throws StorageError NoSuchBucket and what the bucket's rules refuse; pg.DatabaseError what the policies refuse
 */
export async function receiveUpload(
  services: StorageServices,
  request: Request,
  address: ObjectAddress,
  { session, owner, upsert, payers }: UploadTerms,
): Promise<string> {
  const { objects, buckets, uploads } = services;
  const rules = await buckets.uploadRules(address.bucket);
  if (!rules) throw new StorageError('NoSuchBucket');
  await objects.checkUpload(session, address, owner, upsert);
  const limit = Math.min(services.fileSizeLimit, rules.fileSizeLimit ?? Infinity);
  return uploads.run(payers, async () => {
    const body = await readUpload(request, limit);
    const content = await contentFor(services, rules, body, payers);
    const { contentEncoding } = content;
    const object = await newObject(content, { ...body, contentEncoding }, owner);
    return storeObject(services, session, address, object, { bytes: content.bytes, upsert });
  });
}

/**
 * POST and PUT /object/:bucket/:key. Answers `{Key, Id}`.
 * Mirrors storage-api: PUT creates as well, POST replaces only with `x-upsert: true`.
 */
export function upload(services: StorageServices): Handler {
  return async (c) => {
    const request = c.req.raw;
    const address = objectAddress(request, '/object/');
    const { session, userId } = await services.identify(request);
    const upsert = request.method === 'PUT' || request.headers.get('x-upsert') === 'true';
    const payers = services.payers(c, { role: session.role, userId });
    const terms = { session, owner: userId, upsert, payers };
    const id = await receiveUpload(services, request, address, terms);
    return c.json({ Key: `${address.bucket}/${address.key}`, Id: id });
  };
}
