interface Outcome<Value> {
  readonly status: 'fulfilled' | 'rejected';
  /** Undefined after a rejection. */
  readonly value?: Value;
  /** Undefined otherwise. */
  readonly reason?: unknown;
}

/**
 * The same promise, with its outcome noted on it once it has settled, where React's `use` reads it: a promise alone would
 * suspend a component although it has long been settled. A rejection counts as handled.
 */
export function tracked<Value>(promise: Promise<Value>): Promise<Value> {
  const note = (outcome: Outcome<Value>): void => void Object.assign(promise, outcome);
  promise.then(
    (value) => note({ status: 'fulfilled', value }),
    (reason: unknown) => note({ status: 'rejected', reason }),
  );
  return promise;
}

/** The outcome of a tracked promise, undefined until it has settled. */
export function outcomeOf<Value>(promise: Promise<Value>): Outcome<Value> | undefined {
  return 'status' in promise ? (promise as Promise<Value> & Outcome<Value>) : undefined;
}
