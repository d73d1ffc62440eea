const listeners = new Set<() => void>();

/** Calls `listener` whenever a request to the backend got no response. @returns unsubscribe */
export function onUnreached(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that a request to the backend got no response: no network, no server, or too slow. */
export function announceUnreached(): void {
  for (const listener of listeners) listener();
}
