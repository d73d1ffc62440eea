import { useSyncExternalStore } from 'react';
import { withApiKey } from '../data/apiKey.ts';
import { getEnvironment } from '../data/environment.ts';
import { unreached } from '../data/reach.ts';
import { deviceState, reportDevice } from '../device/deviceState.ts';
import { keepRunning, type Next } from '../util/time/retry.ts';
import { clockOffset, isSameOffset } from './clock.ts';

/** A slower backend counts as unreachable. */
const probeTimeoutMs = 5_000;
/** How often the backend is probed while it responds. */
const probeIntervalMs = 60_000;
/**
 * A row that everybody may read, on our own server and on a hosted project: the response comes from the database, so a server
 * that has lost it counts as unreachable. The service worker does not handle the address.
 */
const probed = 'rest/v1/content_releases?select=id&limit=1';

/**
 * Whether a response is the backend's own. The sign-in page of a network that lets nobody through yet (a captive portal)
 * is not, whatever its status: the backend responds with rows, or with an error of its own that names a message.
 */
function isOwnResponse(status: number, text: string): boolean {
  if (status >= 500) return false;
  try {
    const body = JSON.parse(text) as unknown;
    if (status === 200) return Array.isArray(body);
    return status >= 400 && typeof (body as { message?: unknown } | null)?.message === 'string';
  } catch {
    return false;
  }
}

/** Asks the backend for a response, and notes by its time how wrong our clock is. */
export async function isReachable(): Promise<boolean> {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), probeTimeoutMs);
  const askedAt = performance.now();
  try {
    const response = await withApiKey(fetch)(`${getEnvironment().backendUrl}/${probed}`, {
      cache: 'no-store',
      signal: giveUp.signal,
    });
    const offset = clockOffset(response.headers.get('Date'), performance.now() - askedAt);
    const isReached = isOwnResponse(response.status, await response.text());
    if (isReached && offset !== null && !isSameOffset(offset, deviceState().clockOffset))
      reportDevice({ clockOffset: offset });
    return isReached;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

let connected: boolean | null = null;

/**
 * Probes the backend at the start, with backoff while it does not respond, after failed requests and when the browser
 * goes online or offline. `navigator.onLine` alone misses a network that leads nowhere and a server that is down.
 * @returns unsubscribe
 */
function watchConnection(changed: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const poll = async (): Promise<Next> => {
    const reached = await isReachable();
    if (signal.aborted) return 'idle';
    if (reached !== connected) {
      connected = reached;
      changed();
    }
    return reached ? probeIntervalMs : 'backoff';
  };
  const wake = keepRunning(poll, signal);
  window.addEventListener('offline', () => wake(), { signal });
  const unsubscribe = unreached.listen(() => {
    if (connected !== false) wake();
  });
  return () => {
    stopping.abort();
    unsubscribe();
    connected = null;
  };
}

/** Whether the backend can be reached; null until the first probe has ended. One component may use it at a time. */
export function useConnected(): boolean | null {
  return useSyncExternalStore(watchConnection, () => connected);
}
