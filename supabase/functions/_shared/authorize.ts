import type { AuthUser, Backend } from './backend.ts';
import { httpError } from './errors.ts';

/** Reads app_metadata only: users write their own user_metadata. */
export function isAdministrator(user: AuthUser): boolean {
  return user.app_metadata['role'] === 'admin';
}

/** The assurance level of a verified token: `aal2` after a second factor. */
function levelOf(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const claims = JSON.parse(atob(payload)) as { aal?: unknown };
  return claims.aal;
}

/** Requires the second factor of an account that has one: somebody else may know the password by now. */
function isProved(user: AuthUser, token: string, { requireAdminMfa }: Backend): boolean {
  return hasFactor(user) ? levelOf(token) === 'aal2' : !requireAdminMfa;
}

function hasFactor({ factors = [] }: AuthUser): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * The account that sent the request, and its token. Asks auth/v1 each time instead of trusting the token: an account that
 * was demoted, banned or signed out loses access at once, and the gateway need not verify anything.
 * @throws HttpError no_authorization, also for an anonymous account
 */
async function requireAccount(
  request: Request,
  backend: Backend,
): Promise<{ readonly user: AuthUser; readonly token: string }> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const user = token === undefined ? undefined : await backend.userOf(token);
  if (!user || token === undefined || user.is_anonymous) throw httpError('no_authorization');
  return { user, token };
}

/**
 * The person who sent the request.
 * @throws HttpError no_authorization, insufficient_aal
 */
export async function requirePerson(request: Request, backend: Backend): Promise<AuthUser> {
  const { user, token } = await requireAccount(request, backend);
  if (hasFactor(user) && levelOf(token) !== 'aal2') throw httpError('insufficient_aal');
  return user;
}

/**
 * The administrator who sent the request.
 * @throws HttpError no_authorization, not_admin, insufficient_aal
 */
export async function requireAdministrator(request: Request, backend: Backend): Promise<AuthUser> {
  const { user, token } = await requireAccount(request, backend);
  if (!isAdministrator(user)) throw httpError('not_admin');
  if (!isProved(user, token, backend)) throw httpError('insufficient_aal');
  return user;
}
