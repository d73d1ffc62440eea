import type { AuthUser, Backend } from './backend.ts';
import { refuse } from './errors.ts';

/** Only app_metadata decides: users write user_metadata themselves. */
export function isAdministrator(user: AuthUser): boolean {
  return user.app_metadata['role'] === 'admin';
}

/** The level of a token that auth/v1 has accepted: `aal2` when a second factor was entered. */
function levelOf(token: string): unknown {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const claims = JSON.parse(atob(payload)) as { aal?: unknown };
  return claims.aal;
}

/** Whoever has a second factor must have entered it: a password alone may be somebody else's by now. */
function isProved(user: AuthUser, token: string, { requireAdminMfa }: Backend): boolean {
  return hasFactor(user) ? levelOf(token) === 'aal2' : !requireAdminMfa;
}

function hasFactor({ factors = [] }: AuthUser): boolean {
  return factors.some(({ status }) => status === 'verified');
}

/**
 * The account that sent the request, and its token. The function asks auth/v1 each time instead of trusting the token:
 * whoever was demoted, banned or signed out is refused at once, and the gateway need not verify anything.
 * @throws Refusal no_authorization, also for an anonymous account
 */
async function requireAccount(
  request: Request,
  backend: Backend,
): Promise<{ readonly user: AuthUser; readonly token: string }> {
  const token = /^Bearer\s+(\S+)\s*$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const user = token === undefined ? undefined : await backend.userOf(token);
  if (!user || token === undefined || user.is_anonymous) throw refuse('no_authorization');
  return { user, token };
}

/**
 * Who sent the request.
 * @throws Refusal no_authorization, insufficient_aal
 */
export async function requirePerson(request: Request, backend: Backend): Promise<AuthUser> {
  const { user, token } = await requireAccount(request, backend);
  if (hasFactor(user) && levelOf(token) !== 'aal2') throw refuse('insufficient_aal');
  return user;
}

/**
 * The administrator who sent the request.
 * @throws Refusal no_authorization, not_admin, insufficient_aal
 */
export async function requireAdministrator(request: Request, backend: Backend): Promise<AuthUser> {
  const { user, token } = await requireAccount(request, backend);
  if (!isAdministrator(user)) throw refuse('not_admin');
  if (!isProved(user, token, backend)) throw refuse('insufficient_aal');
  return user;
}
