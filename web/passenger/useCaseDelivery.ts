import { useRef, useState, useSyncExternalStore } from 'react';
import type { DataError } from '../data/errors.ts';
import { keepRunning, type Wake } from '../util/time/retry.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { readCases, sendCases, subscribeToCases } from './caseStore.ts';

/** The cases of this phone, and the last failure to send one. They are sent now, and again when the phone is online. */
export function useCaseDelivery() {
  const [failure, setFailure] = useState<DataError | null>(null);
  const cases = useSyncExternalStore(subscribeToCases, readCases);
  const wake = useRef<Wake>(undefined);
  useWhileShown((signal) => {
    const deliver = async () => {
      const failed = await sendCases();
      setFailure(failed);
      return failed?.retryable ? 'backoff' : 'idle';
    };
    wake.current = keepRunning(deliver, signal);
  }, []);
  const send = () => {
    // The failure of an earlier case says nothing about the one that is sent now.
    setFailure(null);
    wake.current?.();
  };
  return { cases, failure, send };
}
