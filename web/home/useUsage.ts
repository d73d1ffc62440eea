import { useEffect } from 'react';
import { loader } from '../util/loader.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { usageNames } from '../../shared/usage.ts';
import type { PanelId } from './panels.ts';

const usage = loader(() => import('../usage/usage.ts'));

/** Without its chunk nothing is counted. */
function withUsage(act: (module: Awaited<ReturnType<typeof usage.load>>) => void): void {
  usage.load().then(act, () => undefined);
}

/** Counts the panels that passengers open, and the chats. The driver's own panels are not counted. */
export function useUsage(panel: PanelId | null): void {
  useWhileShown((signal) => withUsage(({ startUsage }) => startUsage(signal)), []);
  useEffect(() => {
    const name = usageNames.find((each) => each === panel);
    if (name) withUsage(({ countUse }) => countUse(name));
  }, [panel]);
}
