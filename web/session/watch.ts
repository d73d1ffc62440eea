import { getAuth } from '../data/client.ts';

/** In milliseconds. */
const interval = 60_000;

/** The account itself ended; of a session that ended the client takes care by itself. */
const gone = new Set(['user_not_found', 'user_banned']);

/**
 * Asks from time to time, and when the app is looked at again, whether the session still exists: it may have been
 * ended from another device. The auth client then announces SIGNED_OUT; without a network it keeps the session.
 * Returns what ends it.
 */
export function watchSession(): () => void {
  const look = async () => {
    if (document.visibilityState !== 'visible' || !navigator.onLine) return;
    const { error } = await getAuth().getUser();
    if (error && gone.has(error.code ?? '')) await getAuth().signOut({ scope: 'local' });
  };
  const listener = () => void look();
  const timer = setInterval(listener, interval);
  document.addEventListener('visibilitychange', listener);
  window.addEventListener('online', listener);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', listener);
    window.removeEventListener('online', listener);
  };
}
