import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';

/** GET /bucket/:id */
export function getBucket({ buckets, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const json = await buckets.find(session, c.req.param('bucket') ?? '');
    if (json === undefined) throw new StorageError('NoSuchBucket');
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  };
}
