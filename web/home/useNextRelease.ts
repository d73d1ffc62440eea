import { useEffect, useSyncExternalStore } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { onWaiting, waitingRelease } from '../content/next.ts';
import { touches } from '../device/useIdle.ts';
import { isModalOpen } from '../ui/modal.ts';

/** Without a touch for this long, nobody is about to press what would change. In milliseconds. */
const untouchedFor = 3_000;

/**
 * Shows a newer release once it is complete on this device, all of it at once: while nobody is at the screen, or when no
 * dialog is open and nobody has touched the screen for a moment.
 */
export function useNextRelease(isNobodyThere: boolean): void {
  const { release, replace } = useRelease();
  const next = useSyncExternalStore(onWaiting, waitingRelease);

  useEffect(() => {
    if (!next || next === release) return undefined;
    if (isNobodyThere) {
      replace(next);
      return undefined;
    }
    const stopping = new AbortController();
    const options = { capture: true, passive: true, signal: stopping.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => (isModalOpen() ? wait() : replace(next)), untouchedFor);
    };
    for (const name of touches) window.addEventListener(name, wait, options);
    wait();
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [next, release, isNobodyThere, replace]);
}
