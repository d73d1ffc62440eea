import { json, type Reply } from '../../http/reply.ts';
import type { StorageRequest } from '../request.ts';
import { readUpload } from '../uploads/read-upload.ts';
import { storeUpload } from '../uploads/store-object.ts';

/** POST and PUT /object/:bucket/:key. As upstream, PUT always upserts; POST only with `x-upsert: true`. */
export async function uploadObject(request: StorageRequest): Promise<Reply> {
  const { http, quotaKeys } = request;
  const address = request.address();
  const { session, userId: owner } = await request.caller();
  const upsert = request.upsert || http.method === 'PUT';
  const terms = { session, owner, quotaKeys: quotaKeys(session.role, owner), upsert };
  const id = await storeUpload(request, address, terms, (limit) => readUpload(http, limit));
  return json({ Key: `${address.bucket}/${address.key}`, Id: id });
}
