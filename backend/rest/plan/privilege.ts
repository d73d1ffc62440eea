import type { Caller } from '../../identity/caller.ts';

/** The rights of a caller in the API itself. The database decides about rows. */
export type Privilege = 'anonymous' | 'user' | 'administrator' | 'service';

export function privilegeOf({ role, claims }: Caller): Privilege {
  if (role === 'service_role') return 'service';
  if (role === 'anon') return 'anonymous';
  return claims.app_metadata?.['role'] === 'admin' ? 'administrator' : 'user';
}
