import { useState } from 'react';
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

/**
 * Loads something when the component appears, and again for each new `load`: pass the same function for the same thing.
 * @param begun a request already in flight, used instead of the first `load()`
 */
export function useLoad<Value>(load: () => Promise<Value>, begun?: Promise<Value>): Load<Value> {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded<Value>>(nothing);
  useWhileShown(
    (signal) => {
      const loading = attempt === 0 && begun ? begun : load();
      loading.then(
        (value) => signal.aborted || setLoaded({ value, error: undefined }),
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
