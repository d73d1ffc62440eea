import { useEffect, useState } from 'react';
import { toDataError, type DataError } from '../data/errors.ts';

export interface Answer<Value> {
  /** Undefined until it is there. */
  readonly value: Value | undefined;
  readonly failure: DataError | undefined;
  /** Asks again. */
  readonly retry: () => void;
}

/**
 * Asks the backend once for each `ask`, which must be the same function while it asks for the same.
 * @param asked what was asked before anything was rendered; counts instead of the first time
 */
export function useAnswer<Value>(ask: () => Promise<Value>, asked?: Promise<Value>): Answer<Value> {
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Pick<Answer<Value>, 'value' | 'failure'>>({
    value: undefined,
    failure: undefined,
  });
  useEffect(() => {
    let current = true;
    const answering = attempt === 0 && asked ? asked : ask();
    answering.then(
      (value) => current && setAnswer({ value, failure: undefined }),
      (error: unknown) => current && setAnswer({ value: undefined, failure: toDataError(error) }),
    );
    return () => {
      current = false;
    };
  }, [ask, asked, attempt]);
  const retry = () => {
    setAnswer({ value: undefined, failure: undefined });
    setAttempt((count) => count + 1);
  };
  return { ...answer, retry };
}
