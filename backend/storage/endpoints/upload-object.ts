import { json, type StorageEndpoint } from '../request.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

/** POST and PUT /object/:bucket/:key. As upstream, PUT always upserts; POST only with `x-upsert: true`. */
export const uploadObject: StorageEndpoint = async ({ services, raw, address, upsert, caller }) => {
  const { session, userId: owner, payers } = await caller();
  const terms = { session, owner, upsert: upsert || raw.method === 'PUT', payers };
  const id = await receiveUpload(services, raw, address, terms);
  return json({ Key: `${address.bucket}/${address.key}`, Id: id });
};
