import type { Caller } from '../../identity/caller.ts';

/** The rights of a caller in the API itself. The database decides about rows. */
export type Standing = 'anonymous' | 'user' | 'administrator' | 'service';

export function standingOf({ role, claims }: Caller): Standing {
  if (role === 'service_role') return 'service';
  if (role === 'anon') return 'anonymous';
  return claims.app_metadata?.['role'] === 'admin' ? 'administrator' : 'user';
}
