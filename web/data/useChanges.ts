import { useEffect, useEffectEvent } from 'react';
import { watchChanges, type WatchedTable } from './changes.ts';

/** Runs `watchChanges` while the component is shown; other `tables` begin anew, another `onChange` does not. */
export function useChanges(
  tables: readonly WatchedTable[],
  onChange: () => void | Promise<void>,
  every?: number,
): void {
  const latest = useEffectEvent(() => onChange());
  const watched = JSON.stringify(tables);
  useEffect(
    () => watchChanges(JSON.parse(watched) as readonly WatchedTable[], () => latest(), every),
    [watched, every],
  );
}
