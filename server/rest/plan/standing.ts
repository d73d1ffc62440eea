import type { Caller } from '../../http/caller.ts';

/** What a caller may ask of the API itself. What they may do with rows is for the database to say. */
export type Standing = 'anonymous' | 'user' | 'administrator' | 'service';

export function standingOf({ role, claims }: Caller): Standing {
  if (role === 'service_role') return 'service';
  if (role === 'anon') return 'anonymous';
  return claims.app_metadata?.['role'] === 'admin' ? 'administrator' : 'user';
}
