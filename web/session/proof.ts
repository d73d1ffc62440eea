import type { User } from '@supabase/auth-js';
import { getEnvironment } from '../data/environment.ts';
import { isAdmin } from './machine.ts';

/** What a session still needs: the code of a second factor, or a second factor to be set up; null for nothing. */
export type MissingProof = 'code' | 'enrolment' | null;

/** The assurance level that a token states. The backend checks it; here it only decides which screen is shown. */
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
  return isAdmin(user) && getEnvironment().requireAdminMfa ? 'enrolment' : null;
}
