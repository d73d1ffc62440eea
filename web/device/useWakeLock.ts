import { repeat } from '../util/time/every.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { reportDevice } from './deviceState.ts';
import { onEvents } from './useIdle.ts';

/** How often a lock that got lost without an event is noticed. */
const pollIntervalMs = 60_000;
/** A lock released sooner waits for the next touch or poll: retrying at once would loop on browsers that release it immediately. */
const minHeldMs = 1_000;
/** A browser that refused may grant the lock within a touch. */
const touches = ['pointerup', 'keyup'] as const;

/**
 * Keeps the screen on while `wanted`. The browser releases the lock with a hidden page and whenever it likes: it is taken
 * again as soon as the page is visible, at the next touch, and within a minute. The outcome goes to `deviceState`.
 */
export function useWakeLock(wanted: boolean): void {
  useWhileShown(
    (signal) => {
      // Missing in some browsers, and always on plain http.
      if (!('wakeLock' in navigator)) reportDevice({ wakeLock: 'unsupported' });
      else if (wanted) holdLock(signal);
      else reportDevice({ wakeLock: 'released' });
    },
    [wanted],
  );
}

/** Takes the lock again and again until `signal`, which releases it. */
function holdLock(signal: AbortSignal): void {
  let lock: WakeLockSentinel | undefined;
  let asking = false;
  let takenAt = 0;

  const ask = async () => {
    const taken = await navigator.wakeLock.request('screen');
    if (signal.aborted) return taken.release();
    lock = taken;
    takenAt = performance.now();
    reportDevice({ wakeLock: 'held' });
    taken.addEventListener('release', released, { signal });
  };
  const take = async () => {
    if (asking || document.visibilityState !== 'visible' || lock?.released === false) return;
    asking = true;
    try {
      await ask();
    } catch {
      // A low battery refuses it; the screen then follows the settings of the device.
      if (!signal.aborted) reportDevice({ wakeLock: 'refused' });
    } finally {
      asking = false;
    }
  };
  const tryToTake = () => void take();
  const released = () => {
    reportDevice({ wakeLock: 'released' });
    if (performance.now() - takenAt >= minHeldMs) tryToTake();
  };

  tryToTake();
  repeat(tryToTake, pollIntervalMs, signal);
  document.addEventListener('visibilitychange', tryToTake, { signal });
  onEvents(touches, tryToTake, signal);
  signal.addEventListener('abort', () => void lock?.release().catch(() => undefined), { once: true });
}
