import { StorageError } from '../errors.ts';
import type { Endpoint } from '../request.ts';

/** Serves the routes of an optional feature that we do not have, as a hosted project with the feature disabled. */
export function absentFeature(feature: string): Endpoint {
  return async (request) => {
    await request.caller();
    throw new StorageError('FeatureNotEnabled', feature);
  };
}
