import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { DataError } from '../data/errors.ts';
import { keepRunning } from '../util/retry.ts';
import { readCases, sendCases, subscribeToCases } from './caseStore.ts';

/** The cases of this phone, and the last failure to send one. They are sent now, and again when the phone is online. */
export function useCaseDelivery() {
  const [failure, setFailure] = useState<DataError | null>(null);
  const cases = useSyncExternalStore(subscribeToCases, readCases);
  const deliver = useCallback(async () => {
    const failed = await sendCases();
    setFailure(failed);
    return failed;
  }, []);
  // Runs while the page is open; `keepRunning` waits for the connection.
  useEffect(() => {
    const stopping = new AbortController();
    keepRunning(async () => ((await deliver())?.retryable ? 'backoff' : 'idle'), stopping.signal);
    return () => stopping.abort();
  }, [deliver]);
  return { cases, failure, deliver };
}
