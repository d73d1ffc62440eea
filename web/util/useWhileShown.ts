import { useEffect, type DependencyList } from 'react';

/**
 * Starts work when the component appears, and again when one of `deps` changes. The linter checks `deps` as it does for
 * `useEffect`.
 * @param start receives a signal that ends its work before the next start, and when the component goes
 */
export function useWhileShown(start: (signal: AbortSignal) => void, deps: DependencyList): void {
  const run = () => {
    const ending = new AbortController();
    start(ending.signal);
    return () => ending.abort();
  };
  // oxlint-disable-next-line react/exhaustive-deps -- the linter checks the list of each caller
  useEffect(run, deps);
}
