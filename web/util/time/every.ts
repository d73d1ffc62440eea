/** Makes the `subscribe` of `useSyncExternalStore` for a value that changes with time: it polls at this interval. */
export function every(milliseconds: number): (poll: () => void) => () => void {
  return (poll) => {
    const timer = setInterval(poll, milliseconds);
    return () => clearInterval(timer);
  };
}

/** Runs `work` at intervals until `signal`, for the first time after the first one. */
export function repeat(work: () => void, intervalMs: number, signal: AbortSignal): void {
  signal.addEventListener('abort', every(intervalMs)(work), { once: true });
}
