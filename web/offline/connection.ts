import { getEnvironment } from '../data/environment.ts';
import { onUnreached } from '../data/reach.ts';
import { retryDelay } from '../util/retryDelay.ts';

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
 * Says whether the backend can be reached, each time that changes, and once at the start. What a browser believes
 * (`navigator.onLine`) is only a reason to look: it knows nothing of a network that leads nowhere, or of a server that
 * is down. Asked at once when a request failed; while nothing answers, again after growing delays.
 * @returns ends it
 */
export function watchConnection(listener: (connected: boolean) => void): () => void {
  const end = new AbortController();
  const { signal } = end;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let connected: boolean | undefined;
  let failures = 0;
  let looking = false;
  let again = false;

  const look = async () => {
    clearTimeout(timer);
    again = looking;
    if (looking) return;
    looking = true;
    const reached = await probe();
    looking = false;
    if (signal.aborted) return;
    failures = reached ? 0 : failures + 1;
    if (reached !== connected) listener(reached);
    connected = reached;
    // What happened meanwhile may have changed the answer.
    if (again) void look();
    else timer = setTimeout(() => void look(), reached ? heartbeat : retryDelay(failures - 1));
  };
  const hurry = () => void look();
  const doubt = () => {
    if (connected !== false) void look();
  };

  void look();
  const unsubscribe = onUnreached(doubt);
  for (const name of ['online', 'offline']) window.addEventListener(name, hurry, { signal });
  document.addEventListener('visibilitychange', hurry, { signal });
  return () => {
    end.abort();
    clearTimeout(timer);
    unsubscribe();
  };
}
