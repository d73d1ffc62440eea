import { AuthError } from '../errors.ts';
import type { AuthRequest } from '../request.ts';
import { withoutOneTimeTokens, type AuthUser, type AuthUserValues } from './users.ts';

/**
 * The columns of a new password; undefined when none is requested.
 * @throws AuthError same_password
 */
export async function hashNewPassword(
  { passwords }: AuthRequest,
  { encrypted_password: stored }: AuthUser,
  password: string,
): Promise<AuthUserValues | undefined> {
  if (password === '') return undefined;
  if (stored !== null && (await passwords.verify(password, stored))) throw new AuthError('same_password');
  return { ...withoutOneTimeTokens, encrypted_password: await passwords.hash(password) };
}
