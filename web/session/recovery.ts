import type { AuthChangeEvent } from '@supabase/auth-js';

/** In the tab's own storage: a phone may drop the tab while its owner fetches a password from another app. */
const key = 'recovery';

/** Records that this user opened a recovery link in this tab and must choose a new password first. */
export function beginRecovery(userId: string): void {
  sessionStorage.setItem(key, userId);
}

/** Forgets the recovery, for example of a link that is no longer valid. */
export function endRecovery(): void {
  sessionStorage.removeItem(key);
}

/** Evaluates an event of the auth client: whether this user opened a recovery link and has not chosen a password yet. */
export function isRecovering(event: AuthChangeEvent, userId: string | undefined): boolean {
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') endRecovery();
  return userId !== undefined && sessionStorage.getItem(key) === userId;
}
