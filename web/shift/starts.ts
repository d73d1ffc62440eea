const listeners = new Set<() => void>();

/** Tells that the driver has taken a vehicle, and has the device in hand. */
export function announceStart(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the driver takes a vehicle. @returns unsubscribe */
export function onStart(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
