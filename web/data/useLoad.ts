import { useState } from 'react';
import { settledResult } from '../util/tracked.ts';
import { useWhileShown } from '../util/useWhileShown.ts';
import { toDataError, type DataError } from './errors.ts';

interface Loaded<Value> {
  /** Undefined until it is there. After a failed reload, the last one. */
  readonly value: Value | undefined;
  readonly error: DataError | undefined;
}

export interface Load<Value> extends Loaded<Value> {
  /** Loads again; a value stays meanwhile, an error goes. */
  readonly reload: () => void;
  /** Replaces the value with a newer one. */
  readonly setValue: (value: Value) => void;
}

const nothing = { value: undefined, error: undefined };

/** The state that a promise gives at once: its result, if it is tracked and has settled. */
function loadedBy<Value>(begun: Promise<Value> | undefined): Loaded<Value> {
  const result = begun && settledResult(begun);
  if (!result) return nothing;
  if (result.status === 'rejected') return { value: undefined, error: toDataError(result.reason) };
  return { value: result.value, error: undefined };
}

/**
 * Loads something when the component appears, and again for each new `load`: pass the same function for the same thing, and
 * none while nothing is to be loaded.
 * @param begun a request already in flight, used instead of the first `load()`; one that is tracked and has been answered
 *   shows its answer at once
 */
export function useLoad<Value>(
  load: (() => Promise<Value>) | undefined,
  begun?: Promise<Value>,
): Load<Value> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState(() => loadedBy(begun));
  useWhileShown(
    (signal) => {
      const loading = attempt === 0 && begun ? begun : load?.();
      loading?.then(
        (value) =>
          signal.aborted ||
          setLoaded((last) => (last.value === value && !last.error ? last : { value, error: undefined })),
        (error: unknown) =>
          signal.aborted || setLoaded(({ value }) => ({ value, error: toDataError(error) })),
      );
    },
    [load, begun, attempt],
  );
  return {
    ...loaded,
    reload: () => {
      setLoaded(({ value }) => ({ value, error: undefined }));
      setAttempt((count) => count + 1);
    },
    setValue: (value) => setLoaded({ value, error: undefined }),
  };
}
