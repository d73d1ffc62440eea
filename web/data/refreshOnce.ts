import type { StorageKey } from '../util/storageKeys.ts';
import { isObjectWith, storedValue, type StoredValue } from '../util/storedValue.ts';

/** How long a tab waits for another one to refresh, in milliseconds; then it does so itself. */
const timeoutMs = 5000;
/** How long the tab that has refreshed may take to store the session, in milliseconds. */
const keepingTime = 1000;
/** A session that expires within this time counts as expired: the auth client's margin, in milliseconds. */
const margin = 90_000;

interface StoredSession {
  readonly refresh_token?: string;
  /** In seconds since 1970. */
  readonly expires_at?: number;
}

function isFresh({ expires_at: expiresAt = 0 }: StoredSession): boolean {
  return expiresAt * 1000 - Date.now() > margin;
}

/** Waits until the auth client has stored the session: only then may the next tab read it. */
async function untilStored(session: StoredValue<StoredSession>, former: string): Promise<void> {
  const end = performance.now() + keepingTime;
  while (session.read()?.refresh_token === former && performance.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * Tabs that wake up together refresh their session once: they take turns, and later tabs get the session that the first
 * one stored. The auth client itself has no lock any more.
 * @param send asks the backend
 */
export async function refreshOnce(
  storageKey: StorageKey,
  refreshToken: string,
  send: () => Promise<Response>,
): Promise<Response> {
  // Browsers have locks in secure contexts only.
  const locks = (navigator as Partial<Navigator>).locks;
  if (!locks) return send();
  const session = storedValue(storageKey, isObjectWith<StoredSession>());
  const waiting = new AbortController();
  const timer = setTimeout(() => waiting.abort(), timeoutMs);
  return new Promise((resolve, reject) => {
    const inTurn = async () => {
      clearTimeout(timer);
      const stored = session.read();
      if (stored && stored.refresh_token !== refreshToken && isFresh(stored))
        return resolve(
          new Response(JSON.stringify(stored), { headers: { 'Content-Type': 'application/json' } }),
        );
      const response = await send();
      resolve(response);
      if (response.ok) await untilStored(session, refreshToken);
    };
    locks
      .request(`refresh ${storageKey}`, { signal: waiting.signal }, inTurn)
      .catch((error: unknown) => (waiting.signal.aborted ? resolve(send()) : reject(error)));
  });
}
