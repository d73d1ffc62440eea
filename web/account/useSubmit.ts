import { useState, type FormEvent } from 'react';

export interface Submit<Result> {
  readonly busy: boolean;
  readonly failure: { readonly error: unknown } | null;
  /** What the last successful submission answered; null before it, and while another runs. */
  readonly result: Result | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

/** A form that does one thing. `work` answers null when a field was refused: then nothing was sent. */
export function useSubmit<Result extends object>(
  work: (element: HTMLFormElement) => Promise<Result | null>,
): Submit<Result> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  const run = async (element: HTMLFormElement) => {
    setFailure(null);
    setResult(null);
    setBusy(true);
    try {
      setResult(await work(element));
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    result,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void run(event.currentTarget);
    },
  };
}
