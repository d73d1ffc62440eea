import { useRelease } from '../content/ContentProvider.tsx';
import { waitingRelease } from '../content/releaseUpdates.ts';
import { onEvents, touches } from '../device/useIdle.ts';
import { useSignal } from '../util/useSignal.ts';
import { useTimer } from '../util/time/useTimer.ts';
import { useWhileShown } from '../util/useWhileShown.ts';

/** Idle time after which nobody is about to press what would change. */
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

  const timer = useTimer();

  useWhileShown(
    (signal) => {
      if (!next || next === release) return;
      if (isNobodyThere || release.publishedAt === null) {
        replace(next);
        return;
      }
      if (isReading) return;
      const wait = () => timer.start(untouchedForMs, () => replace(next));
      signal.addEventListener('abort', timer.stop, { once: true });
      onEvents(touches, wait, signal);
      wait();
    },
    [next, release, isNobodyThere, isReading, replace, timer],
  );
}
