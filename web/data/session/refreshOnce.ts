import { locked } from '../../util/locked.ts';
import type { StorageKey } from '../../util/storageKeys.ts';
import { isObjectWith, storedValue, type StoredValue } from '../../util/storedValue.ts';
import { expiryMarginMs, type StoredSession } from './storedSession.ts';

/** A tab waits this long for another one to refresh; then it does so itself. */
const lockTimeoutMs = 5000;
/** The tab that has refreshed may take this long to store the session. */
const storingTimeoutMs = 1000;

type RefreshedSession = Pick<StoredSession, 'expires_at'> & { readonly refresh_token?: string };

function isFresh({ expires_at: expiresAt = 0 }: RefreshedSession): boolean {
  return expiresAt * 1000 - Date.now() > expiryMarginMs;
}

/** Waits until the auth client has stored the session: only then may the next tab read it. */
async function untilStored(session: StoredValue<RefreshedSession>, former: string): Promise<void> {
  const end = performance.now() + storingTimeoutMs;
  while (session.read()?.refresh_token === former && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * Tabs that wake up together refresh their session once: they take turns, and later tabs get the session that the first
 * one stored. The auth client itself has no lock any more.
 * @param send asks the backend
 */
export function refreshOnce(
  storageKey: StorageKey,
  refreshToken: string,
  send: () => Promise<Response>,
): Promise<Response> {
  const session = storedValue(storageKey, isObjectWith<RefreshedSession>());
  return new Promise((resolve, reject) => {
    const inTurn = async () => {
      const stored = session.read();
      if (stored && stored.refresh_token !== refreshToken && isFresh(stored)) {
        // `Response.json` needs Chrome 105.
        return resolve(
          new Response(JSON.stringify(stored), { headers: { 'Content-Type': 'application/json' } }),
        );
      }
      const response = await send();
      // The caller stores the session, for which the lock waits.
      resolve(response);
      if (response.ok) await untilStored(session, refreshToken);
    };
    locked(`refresh ${storageKey}`, lockTimeoutMs, inTurn).catch(reject);
  });
}
