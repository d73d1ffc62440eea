import type { Handler } from 'hono';
import * as v from 'valibot';
import { keyText, maxKeys, readKeyList, versionText } from '../json.ts';
import type { StorageServices } from '../services.ts';

const schema = v.object({
  prefixes: v.pipe(
    v.array(v.union([keyText, v.object({ path: keyText, versionId: versionText })])),
    v.minLength(1),
    v.maxLength(maxKeys),
  ),
});

/**
 * DELETE /object/:bucket `{prefixes}`, which are whole keys, or keys of one version each. Answers the removed rows; what does not exist or may
 * not be removed is left out.
 */
export function deleteObjects({ objects, blobs, identify }: StorageServices): Handler {
  return async (c) => {
    const { session } = await identify(c.req.raw);
    const { prefixes } = await readKeyList(c.req.raw, schema);
    const keys = prefixes.map((entry) => (typeof entry === 'string' ? { path: entry } : entry));
    const { json, versions } = await objects.remove(session, c.req.param('bucket') ?? '', keys);
    await Promise.all(versions.map((version) => blobs.remove(version)));
    return c.body(json, 200, { 'Content-Type': 'application/json' });
  };
}
