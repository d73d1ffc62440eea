import type { AuthChangeEvent } from '@supabase/auth-js';
import { isString, storedValue } from '../util/storedValue.ts';

/** In the tab's own storage: a phone may drop the tab while its owner fetches a password from another app. */
const recoveringUser = storedValue('recovery', isString, { area: 'tab', format: 'text' });

/** Records that this user opened a recovery link in this tab and must choose a new password first. */
export function beginRecovery(userId: string): void {
  recoveringUser.write(userId);
}

/** Forgets the recovery, for example of a link that is no longer valid. */
export function endRecovery(): void {
  recoveringUser.remove();
}

/** Evaluates an event of the auth client: whether this user opened a recovery link and has not chosen a password yet. */
export function isRecovering(event: AuthChangeEvent, userId: string | undefined): boolean {
  if (event === 'USER_UPDATED' || event === 'SIGNED_OUT') endRecovery();
  return userId !== undefined && recoveringUser.read() === userId;
}
