import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import type { StorageServices } from '../services.ts';

/** Addresses of features that a hosted project can switch on and we do not have; upstream's answer without them. */
export function featureAbsent({ identify }: StorageServices, feature: string): Handler {
  return async (c) => {
    await identify(c.req.raw);
    throw new StorageError('FeatureNotEnabled', feature);
  };
}
