import * as v from 'valibot';
import { StorageError } from '../errors.ts';
import { readJson } from '../json.ts';
import { json, type Endpoint } from '../request.ts';
import { bucketSettings, bucketSettingsEntries } from './bucket-settings.ts';

const schema = v.object(bucketSettingsEntries);

/** PUT /bucket/:id. Absent settings keep their value. */
export const updateBucket: Endpoint = async ({ services, raw, bucket, caller }) => {
  const { session } = await caller();
  const settings = bucketSettings(await readJson(raw, schema), services.fileSizeLimit);
  if (!(await services.buckets.update(session, bucket, settings))) throw new StorageError('NoSuchBucket');
  return json({ message: 'Successfully updated' });
};
