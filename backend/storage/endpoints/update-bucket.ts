import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { readJsonBody } from '../json.ts';
import { json, type StorageEndpoint } from '../request.ts';
import { bucketSettings, bucketSettingsEntries } from './bucket-settings.ts';

const schema = v.object(bucketSettingsEntries);

/** PUT /bucket/:id. Absent settings keep their value. */
export const updateBucket: StorageEndpoint = async ({ services, raw, bucket, caller }) => {
  const { session } = await caller();
  const settings = bucketSettings(await readJsonBody(raw, schema), services.fileSizeLimit);
  if (!(await services.buckets.update(session, bucket, settings))) throw new StorageError('NoSuchBucket');
  return json({ message: 'Successfully updated' });
};
