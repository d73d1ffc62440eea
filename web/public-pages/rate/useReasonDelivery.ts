import { useRef } from 'react';
import { finishReasons, sendReasons } from '../../passenger/reasonStore.ts';
import { onLeave } from '../../util/onLeave.ts';
import { keepRunning, type Wake } from '../../util/time/retry.ts';
import { useWhileShown } from '../../util/useWhileShown.ts';

/**
 * Sends the reasons that are stored on this phone while the page is open, also those of an earlier visit.
 * @returns sends them once they are due
 */
export function useReasonDelivery(): () => void {
  const wake = useRef<Wake>(undefined);
  useWhileShown((signal) => {
    wake.current = keepRunning(sendReasons, signal);
    onLeave(() => {
      finishReasons();
      wake.current?.();
    }, signal);
  }, []);
  return () => wake.current?.();
}
