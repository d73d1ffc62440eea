import { AuthError, type AuthErrorCode } from '../errors.ts';

/** The endpoint of a feature that upstream has and this server lacks: the response says that it is switched off. */
export function switchedOff(code: AuthErrorCode): () => Promise<never> {
  return async () => {
    throw new AuthError(code);
  };
}
