/** Listens to nothing but time: for `useSyncExternalStore` of a value that changes by itself. @returns subscribe */
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
