import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { DataError } from '../data/errors.ts';
import { keepRunning, type Wake } from '../util/retry.ts';
import { readCases, sendCases, subscribeToCases } from './caseStore.ts';

/** The cases of this phone, and the last failure to send one. They are sent now, and again when the phone is online. */
export function useCaseDelivery() {
  const [failure, setFailure] = useState<DataError | null>(null);
  const cases = useSyncExternalStore(subscribeToCases, readCases);
  const wake = useRef<Wake>(undefined);
  // Runs while the page is open.
  useEffect(() => {
    const stopping = new AbortController();
    const deliver = async () => {
      const failed = await sendCases();
      setFailure(failed);
      return failed?.retryable ? 'backoff' : 'idle';
    };
    wake.current = keepRunning(deliver, stopping.signal);
    return () => stopping.abort();
  }, []);
  return { cases, failure, send: () => wake.current?.() };
}
