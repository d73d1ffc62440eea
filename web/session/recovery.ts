import type { AuthChangeEvent } from '@supabase/auth-js';

/** In the tab's own storage: a phone may drop the tab while its owner fetches a password from another app. */
const key = 'recovery';

/** This user came by a recovery link in this tab: a new password has to be chosen first. */
export function beginRecovery(userId: string): void {
  sessionStorage.setItem(key, userId);
}

/** The link did not work after all. */
export function endRecovery(): void {
  sessionStorage.removeItem(key);
}

/** Follows the auth client's events and says whether this user came by a recovery link and has not chosen a password yet. */
export function isRecovering(event: AuthChangeEvent, userId: string | undefined): boolean {
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') endRecovery();
  return userId !== undefined && sessionStorage.getItem(key) === userId;
}
