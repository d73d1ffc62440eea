import { useEffect } from 'react';

/** Keeps the screen on as long as this is mounted. The browser ends it when the page is hidden: then again. */
export function useWakeLock(): void {
  useEffect(() => {
    // Not everywhere, and never on plain http.
    if (!('wakeLock' in navigator)) return undefined;
    let lock: WakeLockSentinel | undefined;
    let mounted = true;
    const take = async () => {
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      const taken = await navigator.wakeLock.request('screen');
      if (mounted) lock = taken;
      else await taken.release();
    };
    // Refused when the battery is low; the screen then behaves as the device is set.
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
