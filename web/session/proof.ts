import type { User } from '@supabase/auth-js';
import { getEnvironment } from '../data/environment.ts';
import { isStaff, type MissingProof } from './machine.ts';

/** Reads the assurance level of a token. The backend checks it; here it only decides which screen is shown. */
function isRaised(token: string): boolean {
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(payload.replace(/-/g, '+').replace(/_/g, '/'))) as { aal?: unknown };
    return claims.aal === 'aal2';
  } catch {
    return false;
  }
}

/** As the client's `getAuthenticatorAssuranceLevel`, but without a request: it works offline, and in its events. */
export function missingProof(user: User, token: string): MissingProof {
  if (isRaised(token)) return null;
  if (user.factors?.some(({ status }) => status === 'verified')) return 'code';
  return isStaff(user) && getEnvironment().requireAdminMfa ? 'enrolment' : null;
}
