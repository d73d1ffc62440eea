const listeners = new Set<() => void>();

/** Runs `listener` whenever a request to the backend got no answer. Returns what ends it. */
export function onUnreached(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A request to the backend got no answer: no network, no server, or too slow. */
export function announceUnreached(): void {
  for (const listener of listeners) listener();
}
