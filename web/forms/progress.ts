import { toDataError, type DataError } from '../data/errors.ts';

/** How far an action has come. `error` and `result` belong to the last run; both are null while another runs. */
export interface Progress<Result> {
  readonly busy: boolean;
  readonly error: DataError | null;
  readonly result: Result | null;
}

export const notStarted: Progress<never> = { busy: false, error: null, result: null };

/** Does the work and reports its progress. Never rejects, and never leaves the action busy. */
export async function perform<Result>(
  work: () => Promise<Result>,
  report: (progress: Progress<Result>) => void,
): Promise<void> {
  report({ ...notStarted, busy: true });
  try {
    report({ ...notStarted, result: await work() });
  } catch (error) {
    report({ ...notStarted, error: toDataError(error) });
  }
}
