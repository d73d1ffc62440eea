import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';

/** POST /bucket/:id/empty: removes what the caller may remove. It is done at once; the text is upstream's. */
export function emptyBucket({ buckets, objects, blobs, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const bucket = c.req.param('bucket') ?? '';
    if ((await buckets.find(session, bucket)) === undefined) throw new StorageError('NoSuchBucket');
    const { versions } = await objects.remove(session, bucket, 'all');
    for (const version of versions) await blobs.remove(version);
    return c.json({ message: 'Empty bucket has been queued. Completion may take up to an hour.' });
  };
}
