import { getAuth } from '../data/session/auth.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { sendAnswer } from './consent.ts';

const intervalMs = 60_000;

/** The account itself is gone. If only the session ended, the auth client signs out by itself. */
const gone = new Set(['user_not_found', 'user_banned']);

/**
 * Checks every minute until `signal`, and when the app becomes visible again, whether the session still exists: it may have been
 * ended from another device. The auth client then announces SIGNED_OUT; without a network it keeps the session. Also sends
 * what the user accepted at an earlier start, if that is still on this device.
 */
export function watchSession(userId: string, signal: AbortSignal): void {
  const check = async (): Promise<Next> => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return intervalMs;
    const { error } = await getAuth().getUser();
    if (error && gone.has(error.code ?? '')) await getAuth().signOut({ scope: 'local' });
    return intervalMs;
  };
  keepRunning(check, signal, intervalMs);
  sendAnswer(userId);
}
