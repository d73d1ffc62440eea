import { useState } from 'react';

export interface Action<Input extends readonly unknown[]> {
  readonly busy: boolean;
  readonly failure: { readonly error: unknown } | null;
  /** Does the work, unless it is being done; never rejects. */
  readonly run: (...input: Input) => void;
}

/** Something that a press starts and that may fail. */
export function useAction<Input extends readonly unknown[]>(
  work: (...input: Input) => Promise<void>,
): Action<Input> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Action<Input>['failure']>(null);

  const start = async (input: Input) => {
    setFailure(null);
    setBusy(true);
    try {
      await work(...input);
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  };

  return {
    busy,
    failure,
    run: (...input) => {
      if (!busy) void start(input);
    },
  };
}
