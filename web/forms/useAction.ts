import { useState } from 'react';
import { useDescribeError, type ErrorPhrases } from '../i18n/describeError.ts';
import { notStarted, perform, type Progress } from './progress.ts';

export interface Action<Input extends readonly unknown[], Result> extends Progress<Result> {
  /** The last run succeeded. */
  readonly done: boolean;
  /** `error` in words. */
  readonly errorText: string | undefined;
  /** Does the work, unless it is already being done. */
  readonly run: (...input: Input) => void;
  /** Forgets the outcome of the last run. */
  readonly reset: () => void;
}

/**
 * Asynchronous work that a person starts and that may fail.
 * @param phrases for errors that mean something special here, by code
 */
export function useAction<Input extends readonly unknown[], Result>(
  work: (...input: Input) => Promise<Result>,
  phrases?: ErrorPhrases,
): Action<Input, Result> {
  const [progress, setProgress] = useState<Progress<Result>>(notStarted);
  const describe = useDescribeError(phrases);
  return {
    ...progress,
    done: progress.result !== null,
    errorText: progress.error ? describe(progress.error) : undefined,
    run: (...input) => {
      if (!progress.busy) void perform(() => work(...input), setProgress);
    },
    reset: () => setProgress(notStarted),
  };
}
