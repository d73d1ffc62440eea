const listeners = new Set<() => void>();

/** Calls `listener` whenever a request raises doubts that the backend can be reached. @returns unsubscribe */
export function onUnreached(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that a request got no response, none yet, or that of a backend that is away: it is worth looking. */
export function announceUnreached(): void {
  for (const listener of listeners) listener();
}
