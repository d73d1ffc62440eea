import type { AuthChangeEvent } from '@supabase/auth-js';

/** In the tab's own storage: a phone may drop the tab while its owner fetches a password from another app. */
const key = 'recovery';

/**
 * Follows the auth client's events and says whether this user came by a recovery link and has not chosen a password
 * yet. The client tells other tabs too; only the tab with the link (`byLink`) asks for the password.
 */
export function isRecovering(event: AuthChangeEvent, userId: string | undefined, byLink: boolean): boolean {
  if (event === 'PASSWORD_RECOVERY' && byLink && userId !== undefined) sessionStorage.setItem(key, userId);
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') sessionStorage.removeItem(key);
  return userId !== undefined && sessionStorage.getItem(key) === userId;
}
