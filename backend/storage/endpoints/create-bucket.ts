import * as v from 'valibot';
import { keyText, readJsonBody } from '../json.ts';
import { json, type StorageEndpoint } from '../request.ts';
import { checkBucketName } from '../store/keys.ts';
import { bucketSettings, bucketSettingsEntries } from './bucket-settings.ts';

const schema = v.object({ id: v.optional(keyText), name: keyText, ...bucketSettingsEntries });

/** POST /bucket. A bucket's id and name are the same. */
export const createBucket: StorageEndpoint = async ({ services, raw, caller }) => {
  const { session, userId } = await caller();
  const body = await readJsonBody(raw, schema);
  const id = checkBucketName(body.id ?? body.name);
  await services.buckets.insert(session, id, userId, bucketSettings(body, services.fileSizeLimit));
  return json({ name: id });
};
