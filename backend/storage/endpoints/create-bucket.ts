import type { Handler } from 'hono';
import * as v from 'valibot';
import { bucketSettings, bucketSettingsEntries } from './bucket-settings.ts';
import { keyText, readJson } from '../json.ts';
import { checkBucketName } from '../store/keys.ts';
import type { StorageServices } from '../services.ts';

const schema = v.object({ id: v.optional(keyText), name: keyText, ...bucketSettingsEntries });

/** POST /bucket. A bucket's id and name are the same. */
export function createBucket({ buckets, identify, fileSizeLimit }: StorageServices): Handler {
  return async (c) => {
    const { session, userId } = await identify(c.req.raw);
    const body = await readJson(c.req.raw, schema);
    const id = checkBucketName(body.id ?? body.name);
    await buckets.insert(session, id, userId, bucketSettings(body, fileSizeLimit));
    return c.json({ name: id });
  };
}
