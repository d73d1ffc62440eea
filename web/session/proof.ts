import type { User } from '@supabase/auth-js';
import { getEnvironment } from '../data/environment.ts';
import { claimsOf } from '../data/session/claims.ts';
import { isStaff, type MissingProof } from './machine.ts';

/** As the client's `getAuthenticatorAssuranceLevel`, but without a request: it works offline, and in its events. */
export function missingProof(user: User, token: string): MissingProof {
  if (claimsOf(token).aal === 'aal2') return null;
  if (user.factors?.some(({ status }) => status === 'verified')) return 'code';
  return isStaff(user) && getEnvironment().requireAdminMfa ? 'enrolment' : null;
}
