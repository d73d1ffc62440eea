import type { Handler } from 'hono';
import * as v from 'valibot';
import { bucketSettings, bucketSettingsEntries } from './bucket-settings.ts';
import { StorageError } from '../errors.ts';
import { readJson } from '../json.ts';
import type { StorageServices } from '../services.ts';

const schema = v.object(bucketSettingsEntries);

/** PUT /bucket/:id. Settings that are not given stay. */
export function updateBucket({ buckets, identify, fileSizeLimit }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const settings = bucketSettings(await readJson(c.req.raw, schema), fileSizeLimit);
    if (!(await buckets.update(session, c.req.param('bucket') ?? '', settings)))
      throw new StorageError('NoSuchBucket');
    return c.json({ message: 'Successfully updated' });
  };
}
