import type { AuthUser, Backend } from './backend.ts';
import { refuse } from './errors.ts';

/** Only app_metadata decides: users write user_metadata themselves. */
export function isAdministrator(user: AuthUser): boolean {
  return user.app_metadata['role'] === 'admin';
}

/**
 * The administrator who sent the request. The account is asked for each time, not read from the token: whoever was
 * demoted, banned or signed out is refused at once.
 * @throws Refusal no_authorization, not_admin
 */
export async function requireAdministrator(request: Request, backend: Backend): Promise<AuthUser> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const user = token === undefined ? undefined : await backend.userOf(token);
  if (!user) throw refuse('no_authorization');
  if (!isAdministrator(user)) throw refuse('not_admin');
  return user;
}
