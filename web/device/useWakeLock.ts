import { useEffect } from 'react';

/** Keeps the screen on while mounted. The browser releases the lock with a hidden page: it is taken again later. */
export function useWakeLock(): void {
  useEffect(() => {
    // Missing in some browsers, and always on plain http.
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let mounted = true;
    const take = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      const taken = await navigator.wakeLock.request('screen');
      if (mounted) lock = taken;
      else await taken.release();
    };
    // A low battery refuses it; the screen then follows the settings of the device.
    const tryToTake = () => void take().catch(() => undefined);
    tryToTake();
    document.addEventListener('visibilitychange', tryToTake);
    return () => {
      mounted = false;
      document.removeEventListener('visibilitychange', tryToTake);
      void lock?.release().catch(() => undefined);
    };
  }, []);
}
