import type { AuthUser, Backend } from './backend.ts';
import { httpError } from './errors.ts';

/** The roles of accounts, from the fewest rights to the most. */
export const roles = ['driver', 'office', 'admin'] as const;
export type Role = (typeof roles)[number];

/** Reads app_metadata only: users write their own user_metadata. */
export function roleOf({ app_metadata: { role } }: AuthUser): Role {
  return roles.find((each) => each === role) ?? 'driver';
}

/** Whether a change of role gives rights that the account did not have. */
export function isPromotion(from: Role, to: Role): boolean {
  return roles.indexOf(to) > roles.indexOf(from);
}

/** The assurance level of a verified token: `aal2` after a second factor. */
function levelOf(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const claims = JSON.parse(atob(payload)) as { aal?: unknown };
  return claims.aal;
}

function hasFactor({ factors = [] }: AuthUser): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * The account that sent the request. Asks auth/v1 each time instead of trusting the token: an account that was demoted,
 * banned or signed out loses access at once, and the gateway need not verify anything. Requires the second factor of an
 * account that has one: somebody else may know the password by now.
 * @throws HttpError no_authorization, also for an anonymous account; not_admin, insufficient_aal
 */
async function requireAccount(request: Request, backend: Backend, isForAdministrators: boolean) {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const user = token === undefined ? undefined : await backend.userOf(token);
  if (!user || token === undefined || user.is_anonymous) throw httpError('no_authorization');
  if (isForAdministrators && roleOf(user) !== 'admin') throw httpError('not_admin');
  const needsFactor = isForAdministrators && backend.requireAdminMfa;
  const isProved = hasFactor(user) ? levelOf(token) === 'aal2' : !needsFactor;
  if (!isProved) throw httpError('insufficient_aal');
  return user;
}

/** The person who sent the request. @throws HttpError no_authorization, insufficient_aal */
export function requirePerson(request: Request, backend: Backend): Promise<AuthUser> {
  return requireAccount(request, backend, false);
}

/** The administrator who sent the request. @throws HttpError no_authorization, not_admin, insufficient_aal */
export function requireAdministrator(request: Request, backend: Backend): Promise<AuthUser> {
  return requireAccount(request, backend, true);
}
