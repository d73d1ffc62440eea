import type { Caller } from '../../identity/caller.ts';

/** The rights of a caller in the API itself. The database decides about rows. */
export type Privilege = 'anonymous' | 'user' | 'administrator' | 'service';

/** @param administratorRoles of `BackendOptions` */
export function privilegeOf({ role, claims }: Caller, administratorRoles: readonly string[]): Privilege {
  if (role === 'service_role') return 'service';
  if (role === 'anon') return 'anonymous';
  const held = claims.app_metadata?.['role'];
  return typeof held === 'string' && administratorRoles.includes(held) ? 'administrator' : 'user';
}
