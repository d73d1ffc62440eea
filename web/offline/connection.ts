import { useSyncExternalStore } from 'react';
import { getEnvironment } from '../data/environment.ts';
import { onUnreached } from '../data/reach.ts';
import { keepRunning, type Next } from '../util/retry.ts';

/** A slower backend counts as unreachable. In milliseconds. */
const probeTimeout = 5_000;
/** How often the backend is probed while it responds. In milliseconds. */
const heartbeat = 60_000;

/**
 * Whether the backend responds. The address exists on our own server and on a hosted project, which requires the key.
 * The service worker does not handle it.
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

let connected: boolean | null = null;

/**
 * Probes the backend at the start, with backoff while it does not respond, after failed requests and when the browser
 * goes online or offline. `navigator.onLine` alone misses a network that leads nowhere and a server that is down.
 * @returns unsubscribe
 */
function watchConnection(changed: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const look = async (): Promise<Next> => {
    const reached = await probe();
    if (signal.aborted) return 'idle';
    if (reached !== connected) {
      connected = reached;
      changed();
    }
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
    connected = null;
  };
}

/** Whether the backend can be reached; null until the first probe has ended. One component may use it at a time. */
export function useConnected(): boolean | null {
  return useSyncExternalStore(watchConnection, () => connected);
}
