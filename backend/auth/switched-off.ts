import { AuthError, type AuthErrorCode } from './errors.ts';
import type { Endpoint } from './request.ts';

/** The endpoint of a feature that upstream has and this server lacks: the response says that it is switched off. */
export function switchedOff(code: AuthErrorCode): Endpoint {
  return () => {
    throw new AuthError(code);
  };
}
