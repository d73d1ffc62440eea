import { StorageError } from '../errors.ts';
import type { StorageEndpoint } from '../request.ts';

/** Serves the routes of an optional feature that we do not have, as a hosted project with the feature disabled. */
export function absentFeature(feature: string): StorageEndpoint {
  return async (request) => {
    await request.caller();
    throw new StorageError('FeatureNotEnabled', feature);
  };
}
