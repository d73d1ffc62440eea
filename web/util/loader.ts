import { tracked } from './tracked.ts';

export interface Loader<Value> {
  /** Starts the fetch, unless it is running or done. Starts it again after a failure. */
  readonly load: () => Promise<Value>;
  /**
   * The promise of the last fetch, even if it was rejected. For React's `use`, which renders again after a rejection: a
   * new promise would make it fetch forever.
   */
  readonly current: () => Promise<Value>;
}

/** Fetches a value once. */
export function loader<Value>(fetch: () => Promise<Value>): Loader<Value> {
  let last: Promise<Value> | undefined;
  let failed = false;
  const load = () => {
    if (last && !failed) return last;
    failed = false;
    last = tracked(fetch());
    last.catch(() => (failed = true));
    return last;
  };
  return { load, current: () => last ?? load() };
}
