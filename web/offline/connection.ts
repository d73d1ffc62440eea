import { getEnvironment } from '../data/environment.ts';
import { onUnreached } from '../data/reach.ts';
import { keepRunning, type Next } from '../util/retry.ts';

/** Without an answer in this time there is no connection that is worth the name. In milliseconds. */
const probeTimeout = 5_000;
/** While all is well, and nothing else asks the backend, it is asked this often. */
const heartbeat = 60_000;

/**
 * Whether the backend answers at all. The address exists on our own server and on a hosted project, which wants the key
 * for it; the service worker leaves it alone.
 */
async function probe(): Promise<boolean> {
  const { backendUrl, publishableKey } = getEnvironment();
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), probeTimeout);
  try {
    const response = await fetch(`${backendUrl}/auth/v1/health`, {
      headers: { apikey: publishableKey },
      cache: 'no-store',
      signal: giveUp.signal,
    });
    // Read the body: an unread response body keeps its connection open.
    await response.text();
    return response.status < 500;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls `listener` at the start and each time the backend becomes reachable or unreachable. What a browser believes
 * (`navigator.onLine`) is only a reason to look: it knows nothing of a network that leads nowhere, or of a server that
 * is down. A failed request is a reason to look, too.
 * @returns unsubscribe
 */
export function watchConnection(listener: (connected: boolean) => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let connected: boolean | undefined;

  const look = async (): Promise<Next> => {
    const reached = await probe();
    if (reached !== connected && !signal.aborted) listener(reached);
    connected = reached;
    return reached ? heartbeat : 'backoff';
  };
  const wake = keepRunning(look, signal);
  window.addEventListener('offline', () => wake(), { signal });
  const unsubscribe = onUnreached(() => {
    if (connected !== false) wake();
  });
  return () => {
    stopping.abort();
    unsubscribe();
  };
}
