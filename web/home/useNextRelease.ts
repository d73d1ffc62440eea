import { useEffect } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { waitingRelease } from '../content/releaseUpdates.ts';
import { touches } from '../device/useIdle.ts';
import { useSignal } from '../util/useSignal.ts';

/** Without a touch for this long, nobody is about to press what would change. */
const untouchedForMs = 3_000;

/**
 * Shows a newer release once it is complete on this device, all of it at once: while nobody is at the screen, or when nobody
 * reads a panel and nobody has touched the screen for a moment. In place of the built-in release, which no company has
 * published, it is shown at once.
 * @param isReading whether a panel with published texts is open
 */
export function useNextRelease(isNobodyThere: boolean, isReading: boolean): void {
  const { release, replace } = useRelease();
  const next = useSignal(waitingRelease);

  useEffect(() => {
    if (!next || next === release) return undefined;
    if (isNobodyThere || release.publishedAt === null) {
      replace(next);
      return undefined;
    }
    if (isReading) return undefined;
    const stopping = new AbortController();
    const options = { capture: true, passive: true, signal: stopping.signal };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => replace(next), untouchedForMs);
    };
    for (const name of touches) window.addEventListener(name, wait, options);
    wait();
    return () => {
      clearTimeout(timer);
      stopping.abort();
    };
  }, [next, release, isNobodyThere, isReading, replace]);
}
