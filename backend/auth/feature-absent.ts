import { AuthError, type ErrorCode } from './errors.ts';
import type { Endpoint } from './services.ts';

/** What upstream has behind a switch and we do not have at all: it is as good as switched off, and says so. */
export function featureAbsent(code: ErrorCode): Endpoint {
  return () => {
    throw new AuthError(code);
  };
}
